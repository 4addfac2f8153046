import type { BankAccount, Quote } from '#contract/quotes.ts'
import { orderCode } from '#domain/quote.ts'
import { Price } from '#web/ui/price.tsx'
import { CopyButton } from './copy-button.tsx'

/** Amount, account and narration for the bank's app (PAY-2). */
export function TransferDetails({ quote }: { quote: Quote }) {
  return (
    <ol className="grid gap-6">
      <Step number={1} title="Send exactly">
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Price amount={quote.total} className="text-4xl" />
          <CopyButton text={String(quote.total)} label="Copy" name="Copy the amount" what="Amount" />
        </p>
      </Step>
      <Step number={2} title={quote.accounts.length > 1 ? 'To one of these accounts' : 'To this account'}>
        <ul className="grid gap-3 md:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
          {quote.accounts.map((account) => (
            <AccountCard key={account.id} account={account} />
          ))}
        </ul>
      </Step>
      <Step number={3} title="With this narration">
        <p className="flex items-center justify-between gap-x-3 rounded-control border-2 border-plantain border-dashed py-2 pr-2 pl-4">
          <strong className="figures min-w-0 text-xl leading-tight wrap-anywhere sm:text-2xl">{quote.narration}</strong>
          <CopyButton text={quote.narration} label="Copy" name="Copy the narration" what="Narration" />
        </p>
        <p className="mt-2 text-soft text-sm">
          {orderCode(quote.id)} is your order's code. With it in the narration (or description, or remark) we find your
          money at once.
        </p>
      </Step>
    </ol>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: React.ReactNode }) {
  return (
    <li className="grid gap-3">
      <h2 className="flex items-center gap-3 text-xl">
        <span
          aria-hidden="true"
          className="figures grid size-8 shrink-0 place-items-center rounded-full bg-plantain text-base text-on-plantain"
        >
          {number}
        </span>
        {title}
      </h2>
      <div>{children}</div>
    </li>
  )
}

function AccountCard({ account: { number, bank, name } }: { account: BankAccount }) {
  return (
    <li className="grid content-between gap-3 rounded-card border border-line bg-ground p-4">
      <dl className="grid gap-0.5">
        <dt className="sr-only">Bank</dt>
        <dd className="font-semibold">{bank}</dd>
        <dt className="sr-only">Account number</dt>
        <dd className="figures text-2xl tracking-wide">{number}</dd>
        <dt className="sr-only">Account name</dt>
        <dd className="text-soft">{name}</dd>
      </dl>
      <div className="grid grid-cols-2 gap-2">
        <CopyButton text={number} label="Number" name={`Copy account number of ${bank}`} what="Account number" />
        <CopyButton
          text={`${number}, ${bank}, ${name}`}
          label="Details"
          name={`Copy bank details of ${bank}`}
          what="Bank details"
        />
      </div>
    </li>
  )
}
