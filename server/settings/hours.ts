import { ne } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { kitchenLoad } from '../db/schema.ts'
import { settingsNow, settingsOf } from '../db/stored-settings.ts'
import { standingOf } from '../kitchen-load/standing.ts'
import { settingsChanged } from './settings.ts'

/** Notifies open pages that the restaurant has opened or closed. Only one of several processes publishes the event. */
export async function announceHours(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const isOpen = standingOf(settingsOf(await settingsNow(tx)), null).state === 'open'
    const announced = await tx
      .update(kitchenLoad)
      .set({ wasOpen: isOpen })
      .where(ne(kitchenLoad.wasOpen, isOpen))
      .returning({ wasOpen: kitchenLoad.wasOpen })
    if (announced.length > 0) await settingsChanged(tx)
  })
}
