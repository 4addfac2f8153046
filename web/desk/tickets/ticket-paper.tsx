import type { ReactNode } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import type { Ticket } from '#contract/order/tickets.ts'
import * as Money from '#domain/money/money.ts'
import * as Tax from '#domain/money/tax.ts'
import * as Bill from '#domain/order/bill.ts'
import type { Channel } from '#domain/order/counter.ts'
import * as Payment from '#domain/order/payment.ts'
import { noPhone, orderCode } from '#domain/order/quote.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import * as Phone from '#domain/text/phone.ts'
import { hasSums } from '#web/desk/orders/board.ts'
import { beside } from '#web/desk/orders/line-extras.ts'
import { clock } from '#web/ui/lagos-time.ts'

/** A ticket for an 80 mm printer, in black only. */
export function TicketPaper({ ticket, restaurant }: { ticket: Ticket; restaurant: string }) {
  const { order, kind, number, printedAt, printedBy } = ticket
  const printed = `${clock(printedAt)} · by ${printedBy}`
  return (
    <article className="wrap-anywhere grid gap-[3mm] bg-white px-[4mm] py-[4mm] text-[11pt] text-black leading-snug">
      {number > 1 && (
        <p className="border-[0.6mm] border-black border-dashed px-[2mm] py-[1mm] text-center font-bold">
          REPRINT {number} · {printed}
        </p>
      )}
      {kind === 'kitchen' ? <Kitchen order={order} /> : <Packing ticket={ticket} restaurant={restaurant} />}
      {number === 1 && <p className="text-[9pt]">Printed {printed}</p>}
    </article>
  )
}

const notPaid = 'Not paid yet'

/** The dishes and their time; no name, phone or address. */
function Kitchen({ order }: { order: DeskOrder }) {
  return (
    <>
      <header>
        <Code order={order} className="text-[40pt]" />
        <p className="font-bold text-[16pt] uppercase">{methodAndChannel(order)}</p>
        <p className="font-bold text-[16pt]">Ready by {clock(order.readyBy)}</p>
        <Slot order={order} />
      </header>
      {!Payment.covers(order.payment) && <Framed>{notPaid}</Framed>}
      <ul className="grid gap-[3mm] border-black border-y-[0.6mm] py-[3mm]">
        {order.items.map((line, index) => (
          // An order's lines never change.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>
            <p className="flex gap-[2mm] font-bold text-[18pt] leading-tight">
              <span className="figures whitespace-nowrap">{line.quantity} ×</span> <span>{line.name}</span>
            </p>
            <Extras line={line} className="text-[14pt]" />
            {line.chefComment !== '' && <Framed>Note: {line.chefComment}</Framed>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The dishes and the customer; where the till prints it, with sums, phone and address. */
function Packing({ ticket, restaurant }: { ticket: Ticket; restaurant: string }) {
  const { deliveryAddress } = ticket
  const order: DeskOrder = ticket.order
  const { customerName, contactPhone, deliveryLocation, assignedRider: rider } = order
  const paid = Payment.covers(order.payment)
  return (
    <>
      <header>
        {/* Shown by the style sheet of a restaurant with a logo. */}
        <span className="logo hidden size-[14mm] grayscale" />
        <p className="text-[10pt]">{restaurant}</p>
        <Code order={order} className="text-[28pt]" />
        <p className="font-bold text-[12pt] uppercase">{methodAndChannel(order)}</p>
        <Slot order={order} />
      </header>
      <div>
        <p className="font-bold text-[14pt]">{customerName}</p>
        {contactPhone !== undefined && <p>{contactPhone === noPhone ? 'No phone' : Phone.format(contactPhone)}</p>}
        {deliveryAddress !== null && (
          <p>
            {deliveryAddress}
            {deliveryLocation && `, ${deliveryLocation}`}
          </p>
        )}
        {rider && (
          <p>
            Rider: <strong>{rider.name}</strong>
            {'phone' in rider && `, ${Phone.format(rider.phone)}`}
          </p>
        )}
      </div>
      <ul className="grid gap-[2mm] border-black border-y-[0.6mm] py-[3mm]">
        {order.items.map((line, index) => (
          // An order's lines never change.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className="flex gap-[2.5mm]">
            <span className="mt-[0.5mm] size-[4.5mm] shrink-0 border-[0.5mm] border-black" />
            <div className="min-w-0">
              <p className="font-bold text-[12pt]">
                <span className="figures">{line.quantity} ×</span> {line.name}
              </p>
              <Extras line={line} />
              {line.chefComment !== '' && <p>Note: {line.chefComment}</p>}
            </div>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-baseline justify-between gap-x-[3mm] font-bold text-[14pt]">
        {hasSums(order) && (
          <p>
            Total <span className="figures">{Money.format(order.totalAmount)}</span>
          </p>
        )}
        {paid && <p>PAID</p>}
      </div>
      {order.taxLines && (
        <ul className="-mt-[2mm]">
          {order.taxLines.map((line) => (
            <li key={line.name} className="flex justify-between gap-[3mm]">
              {Tax.label(line)} <span className="figures">{Money.format(line.amount)}</span>
            </li>
          ))}
        </ul>
      )}
      {!paid && (
        <Framed>
          {!hasSums(order)
            ? notPaid
            : order.cashAtDoor
              ? `Collect ${Money.format(Bill.due(order))} in cash`
              : `Not paid: ${Money.format(Bill.due(order))} open`}
        </Framed>
      )}
    </>
  )
}

/** The day and the time of an order for later. */
function Slot({ order: { slot, deliveryMethod } }: { order: DeskOrder }) {
  if (!slot) return null
  const at = Date.parse(slot)
  return (
    <p className="font-bold text-[14pt]">
      {Lagos.weekday(at)} {Lagos.dayAndMonth(at)}, {deliveryMethod === 'delivery' ? 'at the door' : 'collected'}{' '}
      {clock(slot)}
    </p>
  )
}

function Code({ order, className }: { order: DeskOrder; className: string }) {
  return <h1 className={`figures leading-none ${className}`}>{orderCode(order.orderId)}</h1>
}

/** Quantities are for each portion, which 'each' says where a line has several. */
function Extras({ line, className = '' }: { line: DeskOrder['items'][number]; className?: string }) {
  const shown = beside(line)
  if (shown.length === 0) return null
  return (
    <ul className={`leading-snug ${className}`}>
      {shown.map((extra, index) => (
        // A free side may be an extra too.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index}>
          + {extra}
          {line.quantity > 1 && ' each'}
        </li>
      ))}
    </ul>
  )
}

/** Framed, not filled: browsers print no backgrounds, and large black areas wear a thermal printer's head. */
function Framed({ children }: { children: ReactNode }) {
  return (
    <p className="mt-[1mm] border-[0.8mm] border-black px-[2mm] py-[1mm] font-bold text-[14pt] leading-tight">
      {children}
    </p>
  )
}

const channelLabels: Record<Channel, string> = { web: '', phone: ' · phone', 'walk-in': ' · walk-in' }

function methodAndChannel({ deliveryMethod, channel }: DeskOrder): string {
  return `${deliveryMethod === 'delivery' ? 'Delivery' : 'Pick-up'}${channelLabels[channel]}`
}
