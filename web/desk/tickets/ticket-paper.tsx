import type { Ticket } from '#contract/order/tickets.ts'
import { type Block, type DishBlock, type Points, type Section, sectionsOf } from '#domain/order/ticket.ts'

/** A ticket for an 80 mm printer, in black only. */
export function TicketPaper({ ticket, restaurant }: { ticket: Ticket; restaurant: string }) {
  return (
    <article className="wrap-anywhere grid gap-[3mm] bg-white px-[4mm] py-[4mm] text-[11pt] text-black leading-snug">
      {/* Hidden, unless the brand style sheet of a restaurant with a logo shows the element. */}
      {ticket.kind === 'packing' && <span className="logo hidden size-[14mm] grayscale" />}
      {sectionsOf(ticket, restaurant).map((section, index) => (
        // A printed ticket never changes, so the index is the key.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Part key={index} section={section} />
      ))}
    </article>
  )
}

function Part({ section: { ruled, blocks } }: { section: Section }) {
  const List = ruled ? 'ul' : 'div'
  const Entry = ruled ? 'li' : 'div'
  return (
    <List className={ruled && 'grid gap-[3mm] border-black border-y-[0.6mm] py-[3mm]'}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a printed ticket never changes
        <Entry key={index}>
          <Shown block={block} />
        </Entry>
      ))}
    </List>
  )
}

const sizes: Readonly<Record<Points, string>> = {
  9: 'text-[9pt]',
  10: 'text-[10pt]',
  11: 'text-[11pt]',
  12: 'text-[12pt]',
  14: 'text-[14pt]',
  16: 'text-[16pt]',
  18: 'text-[18pt]',
  28: 'text-[28pt]',
  40: 'text-[40pt]',
}

function Shown({ block }: { block: Block }) {
  switch (block.kind) {
    case 'line': {
      const { text, points, bold, code } = block
      if (code) return <h1 className={`figures leading-none ${sizes[points]}`}>{text}</h1>
      return <p className={`${sizes[points]} ${bold ? 'font-bold' : ''}`}>{text}</p>
    }
    // A frame instead of a black area, because browsers print no backgrounds and black areas wear out the head of a
    // thermal printer.
    case 'frame': {
      const look = block.dashed ? 'border-[0.6mm] border-dashed text-center' : 'mt-[1mm] border-[0.8mm]'
      return (
        <p className={`border-black px-[2mm] py-[1mm] font-bold leading-tight ${look} ${sizes[block.points]}`}>
          {block.text}
        </p>
      )
    }
    case 'pair':
      return (
        <p
          className={`flex flex-wrap items-baseline justify-between gap-x-[3mm] ${sizes[block.points]} ${block.bold ? 'font-bold' : ''}`}
        >
          <span className="figures">{block.left}</span> <span className="figures">{block.right}</span>
        </p>
      )
    case 'dish':
      return <Dish dish={block} />
  }
}

function Dish({ dish: { quantity, name, points, extras, extraPoints, note, box } }: { dish: DishBlock }) {
  return (
    <div className="flex gap-[2.5mm]">
      {box && <span className="mt-[0.5mm] size-[4.5mm] shrink-0 border-[0.5mm] border-black" />}
      <div className="min-w-0 flex-1">
        <p className={`font-bold leading-tight ${box ? '' : 'flex gap-[2mm]'} ${sizes[points]}`}>
          <span className="figures whitespace-nowrap">{quantity}</span> <span>{name}</span>
        </p>
        {extras.length > 0 && (
          <ul className={`leading-snug ${sizes[extraPoints]}`}>
            {extras.map((extra, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a free side may be an extra too
              <li key={index}>{extra}</li>
            ))}
          </ul>
        )}
        {note && <Shown block={note} />}
      </div>
    </div>
  )
}
