import type { Topic } from '#contract/live.ts'
import { connect } from './connection.ts'

export type Subscription = { readonly topics: readonly Topic[]; readonly account: string; readonly mayLead: boolean }

const allTopics = Object.keys({ menu: 0, orders: 0, deliveries: 0, desk: 0 } satisfies Record<Topic, 0>) as Topic[]

type Options = Parameters<typeof connect>[0] & {
  readonly id: string
  readonly own: () => Subscription
  /** Called if this tab should stop leading: it is hidden, and another tab may lead. */
  readonly onYield: () => void
}

export type Leader = ReturnType<typeof openLeader>

export function openLeader({ id, own, onYield, ...options }: Options) {
  const subscriptions = new Map([[id, own()]])
  const connection = connect({
    ...options,
    onRefused() {
      // The server may have refused the topics of a crashed tab, or of a tab that is still at an earlier account. Drop
      // the subscriptions of all other tabs; the open tabs send theirs again.
      subscriptions.clear()
      subscriptions.set(id, own())
      options.onRefused()
    },
  })
  return {
    subscriptions,
    close: connection.close,
    /**
     * Follows the topics of all tabs. If this tab was hidden and may not lead any more, leaves the lead to a tab that
     * may.
     */
    followAll() {
      const wanted = [...subscriptions.values()].filter(({ topics }) => topics.length > 0)
      if (!own().mayLead && wanted.some(({ mayLead }) => mayLead)) return onYield()
      const { topics, account } = wantedBy(wanted)
      connection.follow(topics, account)
    },
  }
}

/**
 * Returns the topics of all tabs, for the account of the latest subscription. The browser has only one session, so tabs
 * that still name another account are out of date.
 */
function wantedBy(subscriptions: readonly Subscription[]): Pick<Subscription, 'topics' | 'account'> {
  const current = subscriptions.findLast(({ account }) => account !== '')?.account ?? ''
  const topics = allTopics.filter((topic) =>
    subscriptions.some(({ topics, account }) => topics.includes(topic) && (topic === 'menu' || account === current)),
  )
  return { topics, account: current }
}
