import { persisted } from './persisted.ts'

/** True if the person has signed out but the server does not know. */
export const endingSession = persisted('ending-session', false, (stored) => stored === true)
