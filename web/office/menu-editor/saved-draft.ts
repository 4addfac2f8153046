import { useEffect, useState } from 'react'
import type { MenuCategory, SavedMenuDraft } from '#contract/menu/menu-document.ts'
import { ApiFailure, call } from '#web/data/api/client.ts'
import { query } from '#web/data/api/query.ts'
import type { Draft } from './menu-draft.ts'

/**
 * 'local': the server cannot be reached, so only this page has the draft. 'conflict': another page has saved a draft
 * that this page has not read.
 */
export type Standing = 'saved' | 'saving' | 'local' | 'conflict'

export const savedDraftQuery = query('GET /api/office/menu-draft', {
  staleTime: 0,
  // Not cached, so that the next visit reads the draft from the server.
  gcTime: 0,
  refetchOnWindowFocus: false,
})

/** Milliseconds from the last change to the save, and from a failed save to its retry. */
const pause = 1000
const retryAfter = 10_000

/**
 * Returns the restaurant's draft of the menu; undefined if there is none. Each change is saved after a pause, or when
 * the person leaves the page.
 */
export function useSavedDraft(first: SavedMenuDraft) {
  const [draft, setDraft] = useState(() => draftOf(first))
  const [startedFrom, setStartedFrom] = useState(first.draft)
  const [standing, setStanding] = useState<Standing>('saved')
  const [saver] = useState(() => openSaver(first.draft?.revision ?? 0, setStanding))
  useEffect(() => saver.saveOnLeaving(), [saver])
  return {
    draft,
    /** The saved draft with which this page started; null if the draft was begun on this page. */
    startedFrom,
    standing,
    change(next: Draft | undefined) {
      setDraft(next)
      if (!next) setStartedFrom(null)
      saver.change(next)
    },
    /** Drops this page's draft after it was published. The server has then deleted the stored draft. */
    published() {
      setDraft(undefined)
      setStartedFrom(null)
      saver.published()
    },
    /**
     * Ends a conflict with the draft of another page by taking over that draft. `keepOwn` saves this page's draft over
     * it instead.
     */
    async takeTheirs() {
      const theirs = await saver.takeTheirs()
      setDraft(draftOf(theirs))
      setStartedFrom(theirs.draft)
    },
    keepOwn: saver.keepOwn,
  }
}

function openSaver(first: number, stand: (standing: Standing) => void) {
  let revision = first
  let unsaved: { readonly draft: Draft | undefined } | undefined
  /** A save that got no answer. A retry sends the same draft again, because the server may have stored it. */
  let unanswered: typeof unsaved
  let saving: Promise<void> | undefined
  let inConflict = false
  let timer = 0

  async function saveAll(): Promise<void> {
    while (unsaved && !inConflict) {
      const sent = unanswered ?? unsaved
      unanswered = sent
      try {
        revision = await save(sent.draft, revision)
        unanswered = undefined
        if (unsaved === sent) unsaved = undefined
      } catch (error) {
        // The failed save is obsolete: during the request the menu was published, or the person ended the conflict.
        if (unanswered !== sent) continue
        const isRefused = error instanceof ApiFailure && error.problem.code === 'menu-moved-on'
        if (isRefused && !(await hasDraft())) {
          // A publication elsewhere has deleted the stored draft, so this save overwrites nobody's work.
          goOnFrom(0)
          continue
        }
        inConflict = isRefused
        if (!inConflict) saveIn(retryAfter)
        return stand(inConflict ? 'conflict' : 'local')
      }
    }
    if (!inConflict) stand('saved')
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    saving ??= saveAll().finally(() => {
      saving = undefined
    })
    return saving
  }

  function saveIn(milliseconds: number) {
    clearTimeout(timer)
    timer = window.setTimeout(() => void flush(), milliseconds)
  }

  function goOnFrom(next: number) {
    revision = next
    unanswered = undefined
    inConflict = false
  }

  return {
    saveOnLeaving() {
      const onHidden = () => {
        if (document.visibilityState === 'hidden') void flush()
      }
      const onOnline = () => void flush()
      document.addEventListener('visibilitychange', onHidden)
      window.addEventListener('online', onOnline)
      return () => {
        document.removeEventListener('visibilitychange', onHidden)
        window.removeEventListener('online', onOnline)
        void flush()
      }
    },
    change(draft: Draft | undefined) {
      unsaved = { draft }
      if (inConflict) return
      stand('saving')
      saveIn(draft ? pause : 0)
    },
    published() {
      clearTimeout(timer)
      // A save under way could restore the draft that the publication deletes, so delete the stored draft after that
      // save.
      unsaved = saving && { draft: undefined }
      goOnFrom(0)
      stand(saving ? 'saving' : 'saved')
    },
    async takeTheirs(): Promise<SavedMenuDraft> {
      const saved = await call('GET /api/office/menu-draft')
      goOnFrom(saved.draft?.revision ?? 0)
      unsaved = undefined
      stand('saved')
      return saved
    },
    async keepOwn(): Promise<void> {
      const { draft } = await call('GET /api/office/menu-draft')
      goOnFrom(draft?.revision ?? 0)
      stand('saving')
      await flush()
    },
  }
}

/** Returns true if the server has a draft, or does not answer. */
async function hasDraft(): Promise<boolean> {
  return await call('GET /api/office/menu-draft').then(
    ({ draft }) => draft !== null,
    () => true,
  )
}

/** Saves the draft in place of `revision`, or deletes the stored draft. Returns the new revision. */
async function save(draft: Draft | undefined, revision: number): Promise<number> {
  if (!draft) {
    await call('DELETE /api/office/menu-draft')
    return 0
  }
  const body = { basedOn: draft.version, revision, categories: [...draft.categories] }
  return (await call('PUT /api/office/menu-draft', { body })).revision
}

function draftOf({ draft }: SavedMenuDraft): Draft | undefined {
  return draft ? { version: draft.basedOn, categories: draft.categories as readonly MenuCategory[] } : undefined
}
