import type { Changes, LiveEvent, MenuEvent, Topic } from '#contract/live.ts'

/**
 * A topic together with the account that follows it, such as 'orders ADA1', so that no account gets another account's
 * events. The topic 'menu' is public, so its scope is 'menu' alone.
 */
export type Scope = string

export function scopesOf(topics: readonly Topic[], account: string): Scope[] {
  return topics.map((topic) => (topic === 'menu' ? topic : `${topic} ${account}`))
}

export function topicOf(scope: Scope): Topic {
  return scope.split(' ', 1)[0] as Topic
}

/** The types of the events that belong to the public topic `menu`. */
const ofMenu = Object.keys({
  'item.changed': 0,
  'menu.published': 0,
  'kitchen-load.changed': 0,
  'settings.changed': 0,
} satisfies Record<MenuEvent['type'], 0>)

/** The events of one message of the stream, or of one answer to a poll. */
export type Batch = {
  /** The stream's cursor before this batch; undefined if the stream began without a cursor. */
  readonly from: string | undefined
  readonly scopes: readonly Scope[]
  readonly changes: Changes
}

export type Position = {
  readonly cursor: string | undefined
  /**
   * The scopes whose events up to the cursor this tab has applied. Undefined at first, when the page's own data
   * contains all events up to the cursor.
   */
  readonly followed: readonly Scope[] | undefined
}

type Reading = {
  readonly position: Position
  readonly events: readonly LiveEvent[]
  readonly reread: readonly Topic[]
  /**
   * True if the tab lacks events from before the batch. The tab then fetches the missing events before it moves its
   * cursor.
   */
  readonly gap: boolean
}

/**
 * Applies a batch to a tab that is at `position` and follows the scopes `wanted`. The batch may come from another tab's
 * stream.
 */
export function read(position: Position, wanted: readonly Scope[], { from, scopes, changes }: Batch): Reading {
  const { cursor, reset } = changes
  const followed = wanted.filter((scope) => scopes.includes(scope))
  const unread = reset || position.cursor === undefined
  const reread = followed.filter((scope) => unread || !(position.followed ?? wanted).includes(scope))
  const gap = !unread && position.cursor !== from && position.cursor !== cursor
  return {
    position: { cursor: gap ? position.cursor : cursor, followed },
    // A batch may contain scopes that this tab does not follow.
    events: changes.events.filter(({ type }) => followed.some((scope) => (scope === 'menu') === ofMenu.includes(type))),
    reread: reread.map(topicOf),
    gap,
  }
}
