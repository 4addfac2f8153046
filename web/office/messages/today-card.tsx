import type { MessagesToday } from '#contract/messages.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { orderCode } from '#domain/order/quote.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { Card } from '#web/office/frame/card.tsx'
import { channelNames, eventName, failureSentence } from '#web/staff/message-words.ts'
import { clock } from '#web/ui/lagos-time.ts'
import { textButtonClass } from '#web/ui/text-button.tsx'

export function TodayCard({ today: { channels, failures } }: { today: MessagesToday }) {
  const used = channels.filter(
    ({ waiting, sent, delivered, read, failed }) => waiting + sent + delivered + read + failed > 0,
  )
  return (
    <Card title="Today">
      {used.length === 0 ? (
        <p className="text-soft">No message was sent to a customer today.</p>
      ) : (
        <ul className="grid gap-1">
          {used.map((channel) => (
            <li key={channel.channel}>
              <strong>{channelNames[channel.channel]}:</strong> {summaryOf(channel)}
            </li>
          ))}
        </ul>
      )}
      {failures.length > 0 && (
        <>
          <h3 className="text-base">Not delivered</h3>
          <ul className="grid divide-y divide-line">
            {failures.map(({ orderId, channel, event, failure, at }) => (
              <li key={`${orderId} ${channel} ${event} ${at}`} className="wrap-anywhere py-2 leading-snug">
                {clock(at)}{' '}
                {orderId !== null && (
                  <Link to={`/office/orders/${orderId}`} className={textButtonClass}>
                    {orderCode(orderId)}
                  </Link>
                )}{' '}
                {channelNames[channel]}, {eventName(event)}.{' '}
                <span className="text-soft">{failureSentence(failure)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function summaryOf({
  channel,
  waiting,
  sent,
  delivered,
  read,
  failed,
  cost,
}: MessagesToday['channels'][number]): string {
  const all = sent + delivered + read
  const parts = [
    `${all} sent`,
    channel !== 'push' && `${delivered + read} delivered`,
    channel === 'whatsapp' && `${read} read`,
    failed > 0 && `${failed} not delivered`,
    waiting > 0 && `${waiting} on the way`,
  ].filter((part) => part !== false)
  const price = channel === 'sms' ? ` Cost: ${BusinessDay.format(cost / 100)}.` : ' Free of charge.'
  return `${parts.join(', ')}.${price}`
}
