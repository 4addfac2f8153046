import { persisted } from '#web/data/storage/persisted.ts'

/** True if single letters are shortcuts. Stored on each device: a person who dictates switches them off. */
export const letterKeys = persisted('desk-keys', true, (stored) => (typeof stored === 'boolean' ? stored : undefined))
