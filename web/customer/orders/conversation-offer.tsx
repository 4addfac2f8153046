import { useQuery } from '@tanstack/react-query'
import { orderCode } from '#domain/order/quote.ts'
import { query } from '#web/data/api/query.ts'
import { isFinal } from '#web/data/api/query-client.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { chatLink } from '#web/ui/chat.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Opens the WhatsApp conversation of an order by one tap, if the restaurant writes on WhatsApp. */
export default function ConversationOffer({ orderId }: { orderId: string }) {
  const { data, error } = useQuery(
    query('GET /api/orders/:id/conversation', { params: { id: orderId }, staleTime: 0, refetchOnWindowFocus: true }),
  )
  // Reserve the place until a final answer, also during retries, so that a late answer moves nothing.
  if (!data && !(error && isFinal(error))) return <Skeleton className="h-31 rounded-card sm:h-17" />
  if (!data?.number) return null
  return (
    <section
      aria-label={`WhatsApp about order ${orderCode(orderId)}`}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-raise px-4 py-3 text-left shadow-card print:hidden"
    >
      <p role="status" className="min-w-[min(11rem,100%)] flex-1">
        {data.isOpen
          ? `We message you on WhatsApp about order ${orderCode(orderId)}.`
          : 'Get updates on WhatsApp: send the message that opens.'}
      </p>
      {!data.isOpen && (
        <a
          href={chatLink(data.number, data.text)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary', 'min-h-11 max-w-full flex-wrap gap-y-0 px-3')}
        >
          <Icon name="chat" className="size-4.5" />
          Open WhatsApp
        </a>
      )}
    </section>
  )
}
