import type { Quote } from '#contract/order/quotes.ts'

export function TransferTo({ quote: { accounts, narration } }: { quote: Pick<Quote, 'accounts' | 'narration'> }) {
  return (
    <dl className="wrap-anywhere grid gap-x-4 gap-y-1 rounded-control bg-raise2 px-4 py-3 sm:grid-cols-[auto_1fr]">
      {accounts.map(({ id, bank, number, name }) => (
        <div key={id} className="contents">
          <dt className="text-soft">{bank}</dt>
          <dd className="max-sm:mb-1">
            <span className="figures text-lg">{number}</span> {name}
          </dd>
        </div>
      ))}
      <dt className="text-soft">Narration</dt>
      <dd className="font-semibold">{narration}</dd>
    </dl>
  )
}
