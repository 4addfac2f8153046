import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { MenuCategory, PublishedMenu } from '#contract/menu/menu-document.ts'
import * as MenuDocument from '#domain/menu/menu-document.ts'
import { merged } from '#domain/menu/merge.ts'
import { query } from '#web/data/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { type Draft, settled } from './menu-draft.ts'
import type { Editor } from './use-editor.ts'

type Of = {
  readonly draft: Draft
  readonly published: PublishedMenu
  /** True if a newer version was published after the draft was begun. */
  readonly isStale: boolean
  /** Called with the merged menu, which becomes a draft of the published version. */
  readonly onMerged: (categories: readonly MenuCategory[]) => void
  readonly onCollision: () => void
}

/**
 * Merges the draft with a version that was published meanwhile. If the draft and that version changed the same field,
 * the owner has to choose.
 */
export function useMovedOn({ draft, published, isStale, onMerged, onCollision }: Of) {
  const base = useQuery({
    ...query('GET /api/office/menu-versions/:id', { params: { id: String(draft.version) } }),
    enabled: isStale,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const merge = isStale && base.data ? mergesOf(base.data, published, draft) : undefined
  const goOn = useEffectEvent(() => {
    if (!merge) return
    if (merge.collisions.length > 0) onCollision()
    else onMerged(merge.mine)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version is merged once
  useEffect(() => goOn(), [isStale, base.data, published.version, merge?.collisions.length === 0])
  return { base, merge }
}

function mergesOf(base: PublishedMenu, { categories: theirs }: PublishedMenu, draft: Draft) {
  const sides = { mine: settled(draft, base), theirs }
  const mine = merged(base.categories, sides, 'mine')
  const others = merged(base.categories, sides, 'theirs')
  return { mine, others, collisions: MenuDocument.changes(others, mine) }
}

/** Lists the fields that the draft and the published version have both changed, and lets the owner choose. */
export function MovedOn({ editor: { movedOn, goOnWith }, version }: { editor: Editor; version: number }) {
  const { base, merge } = movedOn
  if (!merge || merge.collisions.length === 0) {
    return (
      <LoadTrouble what="The menu was changed somewhere else, and the earlier version did not load." query={base} />
    )
  }
  return (
    <div role="alert" className="mb-4 grid gap-3 rounded-control bg-raise2 px-4 py-3">
      <p className="font-semibold text-alarm">
        Version {version}, published somewhere else, changed the same as your draft. With your draft, this changes:
      </p>
      <ul className="grid gap-1">
        {merge.collisions.map(({ what }) => (
          <li key={what} className="wrap-anywhere">
            {what}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="onWash" onClick={() => goOnWith(merge.mine)}>
          Keep my changes
        </Button>
        <Button variant="onWash" onClick={() => goOnWith(merge.others)}>
          Take theirs, keep the rest
        </Button>
      </div>
    </div>
  )
}
