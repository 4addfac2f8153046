import { persisted } from '#web/data/storage/persisted.ts'

/** Whether single letters act. Stored on each device: somebody who dictates switches them off. */
export const letterKeys = persisted('desk-keys', true, (stored) => (typeof stored === 'boolean' ? stored : undefined))
