import { useQuery } from '@tanstack/react-query'
import type { OrderMessages as Shown } from '#contract/messages.ts'
import { query } from '#web/data/api/query.ts'
import { channelNames, eventName, failureSentence, stateWords } from '#web/staff/message-words.ts'
import { chatLink } from '#web/ui/chat.ts'
import { clock } from '#web/ui/lagos-time.ts'
import { textButtonClass } from '#web/ui/text-button.tsx'

/**
 * The messages to an order's customer, and the replies. Renders nothing if there are no messages, or while they cannot
 * be loaded.
 */
export function OrderMessages({ orderId }: { orderId: string }) {
  // Polled, because delivery receipts publish no events.
  const settings = { params: { id: orderId }, staleTime: 0, refetchInterval: 10_000 }
  const { data } = useQuery(query('GET /api/desk/orders/:id/messages', settings))
  if (!data || (data.messages.length === 0 && data.replies.length === 0 && data.phone === null)) return null
  const { phone, isStopped } = data
  return (
    <section aria-labelledby="order-messages" className="grid gap-1.5 border-line border-t pt-3 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="order-messages" className="font-semibold text-soft">
          Messages
        </h2>
        {phone !== null && (
          <a href={chatLink(phone, '')} target="_blank" rel="noreferrer" className={textButtonClass}>
            Open the chat
          </a>
        )}
      </div>
      {isStopped && <p>The customer wants no more messages on WhatsApp.</p>}
      <ol aria-label="Messages" className="grid gap-1">
        {inOrder(data).map((each) => (
          <li key={`${each.at} ${'text' in each ? each.text : `${each.channel} ${each.event}`}`}>
            {'text' in each ? (
              <p className="wrap-anywhere rounded-control bg-wash-plantain px-2.5 py-1">
                {each.text} <span className="text-soft">customer, {clock(each.at)}</span>
              </p>
            ) : (
              <Message {...each} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function inOrder({ messages, replies }: Shown) {
  return [...messages, ...replies].sort((one, other) => (one.at < other.at ? -1 : 1))
}

function Message({ channel, event, state, failure, at }: Shown['messages'][number]) {
  const isFailed = state === 'failed'
  return (
    <p className="leading-snug">
      <span className="flex flex-wrap justify-between gap-x-3">
        <span>
          {channelNames[channel]}: {eventName(event)}
        </span>
        <span className={isFailed ? 'font-semibold text-alarm' : 'text-soft'}>
          {stateWords[state]} {clock(at)}
        </span>
      </span>
      {isFailed && <span className="text-soft">{failureSentence(failure)}</span>}
    </p>
  )
}
