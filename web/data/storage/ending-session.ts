import { persisted } from './persisted.ts'

/** True where the person has signed out and the server does not know it yet. */
export const endingSession = persisted('ending-session', false, (stored) => stored === true)
