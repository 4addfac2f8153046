import type { CategorySummary } from './menu.ts'

/** `GET /api/site`: the restaurant itself; every page shows some of it. */
export type Site = {
  readonly name: string
  readonly shortName: string
  readonly tagline: string
  readonly description: string
  /** E.164. */
  readonly phone: string
  /** E.164: the number that chat links open. */
  readonly whatsapp: string
  readonly address: string
  readonly mapUrl: string
  readonly openingHours: string
  /** What the kitchen cooks, for search engines: 'Nigerian'. */
  readonly cuisines?: readonly string[]
  /** Minutes, as of now: a rush makes both longer. */
  readonly preparation: { readonly least: number; readonly most: number }
  readonly socials: readonly { readonly name: string; readonly url: string }[]
  /** The picture at the head of the home page: `/media/{hero}-{480|720|1080}.{avif|webp}`. */
  readonly hero: string
  /** What is told while no orders are taken; null when they are. */
  readonly paused: string | null
  /** The category that dishes take their sides from, where there is one. */
  readonly sides?: string
  /** What the navigation calls the farm; null where the restaurant has none. */
  readonly farm: string | null
  /** The listed categories, in menu order. */
  readonly categories: readonly CategorySummary[]
}

/** `GET /api/promise`: when an order placed now would be ready. */
export type ReadyPromise = {
  /** ISO 8601. */
  readonly readyBy: string
  readonly minutes: number
}
