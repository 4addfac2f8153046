import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { UnseenMessages } from '#contract/messages.ts'
import { orderCode } from '#domain/order/quote.ts'
import { call } from '#web/data/api/client.ts'
import { query, setAnswer } from '#web/data/api/query.ts'
import { channelNames, eventName, failureSentence } from '#web/staff/message-words.ts'
import { Button } from '#web/ui/button.tsx'
import { useSend } from '#web/ui/use-send.ts'

/** The most notices shown at the same time. */
const most = 3

/** Shows undeliverable messages to customers, and customers' replies, until staff have dealt with them. */
export function MessageNotices({ onOpen }: { onOpen: (orderId: string) => void }) {
  const { data } = useQuery(query('GET /api/desk/messages'))
  const notices = data ? noticesOf(data) : []
  return (
    <div role="status">
      {notices.slice(0, most).map((notice) => (
        <Notice key={notice.orderId} {...notice} onOpen={onOpen} />
      ))}
      {notices.length > most && (
        <p className="bg-wash-plantain px-3 pb-1 text-sm sm:px-4">And {notices.length - most} more.</p>
      )}
    </div>
  )
}

type NoticeOf = { readonly orderId: string; readonly isFailure: boolean; readonly text: string }

/**
 * Returns one notice for each order: the latest message that failed or, if none failed, the customer's latest reply.
 */
function noticesOf({ failed, replies }: UnseenMessages): NoticeOf[] {
  const all = [
    ...failed.map(({ orderId, channel, event, failure }) => ({
      orderId,
      isFailure: true,
      text: `${channelNames[channel]} “${eventName(event)}” could not be delivered. ${failureSentence(failure)}`,
    })),
    ...replies.map(({ orderId, text }) => ({ orderId, isFailure: false, text: `The customer wrote: “${text}”` })),
  ]
  return all.filter(({ orderId }, place) => all.findIndex((other) => other.orderId === orderId) === place)
}

function Notice({ orderId, isFailure, text, onOpen }: NoticeOf & { onOpen: (orderId: string) => void }) {
  const client = useQueryClient()
  const { busy, send } = useSend()

  async function see() {
    setAnswer(
      client,
      'GET /api/desk/messages',
      await call('PUT /api/desk/orders/:id/messages/seen', { params: { id: orderId } }),
    )
  }

  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1 sm:px-4 ${isFailure ? 'bg-wash-alarm' : 'bg-wash-plantain'}`}
    >
      <p className="wrap-anywhere line-clamp-3 min-w-[min(11rem,100%)] flex-1 py-1">
        <strong className={isFailure ? 'text-alarm' : ''}>{orderCode(orderId)}</strong> {text}
      </p>
      <Button variant="onWash" className="min-h-11!" onClick={() => onOpen(orderId)}>
        Open<span className="sr-only"> order {orderCode(orderId)}</span>
      </Button>
      <Button variant="onWash" className="min-h-11!" busy={busy} onClick={() => void send(see)}>
        Seen<span className="sr-only"> for order {orderCode(orderId)}</span>
      </Button>
    </div>
  )
}
