import { useEffect, useState } from 'react'
import type { MenuCategory, MenuDraft } from '#contract/menu/menu-document.ts'
import { ApiFailure, call } from '#web/data/api/client.ts'
import { query } from '#web/data/api/query.ts'
import { newKey } from '#web/data/outbox/key.ts'
import type { Draft } from './menu-draft.ts'

/** A draft as this browser keeps it, for when there is no network: with the server's revision that it was made on. */
type Kept = Draft & { readonly revision: number; readonly page: string; readonly isSaved: boolean }

/** Local: the server could not be reached, and this browser has it. Lost: nor can this browser keep it. */
export type Standing = 'saved' | 'saving' | 'local' | 'lost' | 'conflict'

export const savedDraftQuery = query('GET /api/office/menu-draft', {
  staleTime: 0,
  // The next visit begins with what is saved by then.
  gcTime: 0,
  refetchOnWindowFocus: false,
})

/** Milliseconds without a change after which a draft is saved, and after which a failed save is tried again. */
const pause = 1500
const retryAfter = 10_000

/** The owner's draft. It is saved on the server after a pause and on leaving; `undefined` is none. */
export function useSavedDraft(userId: string, first: MenuDraft) {
  const [saver] = useState(() => openSaver(userId, first))
  const [draft, setDraft] = useState(saver.first)
  const [standing, setStanding] = useState<Standing>(saver.standing)
  useEffect(() => saver.watch(setStanding), [saver])
  return {
    draft,
    standing,
    change(next: Draft | undefined) {
      setDraft(next)
      saver.change(next)
    },
    /** The server has dropped it. */
    published() {
      setDraft(undefined)
      saver.published()
    },
    /** After a conflict: what another page has saved, or what this one has. */
    async takeTheirs() {
      setDraft(await saver.takeTheirs())
    },
    keepOwn: saver.keepOwn,
  }
}

function openSaver(userId: string, { draft: saved }: MenuDraft) {
  const key = `buka.menu-draft.${userId}`
  const local = readKept(key)
  const unsaved = local?.isSaved === false ? local : undefined
  // What a page saved itself it may always replace. A page that was closed while it saved goes on in this one.
  const page = unsaved?.page ?? newKey()
  let current: Draft | undefined = unsaved ?? draftOf(saved)
  let revision = unsaved?.revision ?? saved?.revision ?? 0
  let isDue = unsaved !== undefined
  let standing: Standing = isDue ? 'local' : 'saved'
  let tell: (standing: Standing) => void = () => {}
  let timer = 0
  let busy: Promise<void> | undefined
  const first = current

  const stand = (next: Standing) => {
    standing = next
    tell(next)
  }
  const keep = (isSaved: boolean) => writeKept(key, current && { ...current, revision, page, isSaved })
  const saveIn = (milliseconds: number) => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void flush(), milliseconds)
  }

  async function send(): Promise<void> {
    while (isDue && standing !== 'conflict') {
      isDue = false
      try {
        if (current) {
          const body = { basedOn: current.version, revision, page, categories: [...current.categories] }
          revision = (await call('PUT /api/office/menu-draft', { body })).revision
        } else {
          await call('DELETE /api/office/menu-draft')
          revision = 0
        }
        if (!isDue) {
          keep(true)
          stand('saved')
        }
      } catch (error) {
        isDue = true
        if (error instanceof ApiFailure && error.problem.code === 'menu-moved-on') return stand('conflict')
        stand(keep(false) ? 'local' : 'lost')
        return saveIn(retryAfter)
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    busy ??= send().finally(() => {
      busy = undefined
    })
    return busy
  }

  return {
    first,
    standing,
    watch(listener: typeof tell) {
      tell = listener
      const onHidden = () => {
        if (document.visibilityState === 'hidden') void flush()
      }
      const onOnline = () => void flush()
      document.addEventListener('visibilitychange', onHidden)
      window.addEventListener('online', onOnline)
      void flush()
      return () => {
        document.removeEventListener('visibilitychange', onHidden)
        window.removeEventListener('online', onOnline)
        void flush()
      }
    },
    change(next: Draft | undefined) {
      current = next
      isDue = true
      keep(false)
      if (standing !== 'conflict') stand('saving')
      saveIn(next ? pause : 0)
    },
    published() {
      clearTimeout(timer)
      current = undefined
      keep(true)
      // A save that is under way would bring the draft back.
      isDue = busy !== undefined
      revision = 0
      stand(isDue ? 'saving' : 'saved')
    },
    async takeTheirs(): Promise<Draft | undefined> {
      const { draft } = await call('GET /api/office/menu-draft')
      current = draftOf(draft)
      revision = draft?.revision ?? 0
      isDue = false
      keep(true)
      stand('saved')
      return current
    },
    async keepOwn(): Promise<void> {
      const { draft } = await call('GET /api/office/menu-draft')
      revision = draft?.revision ?? 0
      isDue = true
      stand('saving')
      await flush()
    },
  }
}

function draftOf(saved: MenuDraft['draft']): Draft | undefined {
  return saved ? { version: saved.basedOn, categories: saved.categories as readonly MenuCategory[] } : undefined
}

function readKept(key: string): Kept | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Whether it is kept. A browser without storage has it for as long as the page is open. */
function writeKept(key: string, kept: Kept | undefined): boolean {
  try {
    if (kept) localStorage.setItem(key, JSON.stringify(kept))
    else localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}
