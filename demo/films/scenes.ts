import { nightGrill } from './night-grill.ts'
import { penAtEpe as pen } from './pen.ts'
import { plate } from './plate.ts'
import type { Scene } from './stage.ts'

/** The scenes by film id in restaurant/films.json. */
export const scenes: Readonly<Record<string, Scene>> = { 'night-grill': nightGrill, plate, pen }
