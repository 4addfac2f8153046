import type { Changes, LiveEvent, Topic } from '#contract/live.ts'

/**
 * A topic as one account follows it: 'menu', 'orders' with the account's id. What was heard for one account holds nothing
 * for another.
 */
export type Scope = string

export function scopesOf(topics: readonly Topic[], account: string): Scope[] {
  return topics.map((topic) => (topic === 'menu' ? topic : `${topic} ${account}`))
}

export function topicOf(scope: Scope): Topic {
  return scope.split(' ', 1)[0] as Topic
}

/** What everybody hears of. */
const ofMenu = ['item.changed', 'kitchen-load.changed']

/** What came down the stream. */
export type News = {
  /** Where the stream stood before; undefined for one that began without a cursor. */
  readonly from: string | undefined
  /** What the stream was asked for. */
  readonly scopes: readonly Scope[]
  readonly changes: Changes
}

/** How far a tab is. */
export type Position = {
  readonly cursor: string | undefined
  /** What the cursor holds for; undefined at first, where it holds for all that the page begins with. */
  readonly followed: readonly Scope[] | undefined
}

export type Reading = {
  readonly position: Position
  readonly events: readonly LiveEvent[]
  /** What must be read anew: we were away too long, or follow it only now. */
  readonly anew: readonly Topic[]
  /** The stream was already further: what lies between has to be fetched before the cursor may move. */
  readonly gap: boolean
}

/** What a tab at `position` that follows `wanted` makes of news, its own stream's or another tab's. */
export function read(position: Position, wanted: readonly Scope[], { from, scopes, changes }: News): Reading {
  const { cursor, reset } = changes
  const had = wanted.filter((scope) => scopes.includes(scope))
  const unread = reset || position.cursor === undefined
  const anew = had.filter((scope) => unread || !(position.followed ?? wanted).includes(scope))
  const gap = !unread && position.cursor !== from && position.cursor !== cursor
  return {
    position: { cursor: gap ? position.cursor : cursor, followed: had },
    // Nobody's orders come to a page that is not theirs.
    events: changes.events.filter(({ type }) => had.some((scope) => (scope === 'menu') === ofMenu.includes(type))),
    anew: anew.map(topicOf),
    gap,
  }
}
