import type { ReactNode } from 'react'
import type { Quote } from '#contract/order/quotes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Price } from '#web/ui/price.tsx'

/** Amount, account and narration for the bank's app, each copied with one press (PAY-2). */
export function TransferDetails({ quote }: { quote: Quote }) {
  const [first] = quote.accounts
  // If all accounts have the same name, it is shown once. While an account is pending, each account shows its name, so
  // that nothing moves when the account arrives.
  const isOneName = !quote.accountPending && quote.accounts.every(({ name }) => name === first?.name)
  return (
    <ol className="overflow-hidden rounded-card bg-raise shadow-card">
      <Step number={1} title="Send exactly" className="bg-wash-plantain">
        <Line>
          <Price amount={quote.totalAmount} className="text-[min(2.125rem,10vw)] leading-tight" />
          <CopyButton
            text={String(quote.totalAmount)}
            label="Copy"
            name="Copy the amount"
            copied="Amount copied to clipboard!"
            failed="Failed to copy the amount."
            className="bg-raise"
          />
        </Line>
      </Step>
      <Step number={2} title={quote.accounts.length > 1 ? 'To either account' : 'To this account'}>
        {isOneName && <p className="text-soft text-sm">{first?.name}</p>}
        <ul className="divide-y divide-line">
          {quote.accounts.map(({ id, number, bank, name }) => (
            <li key={id} className="py-1.5 first:pt-1 last:pb-0">
              <p className="text-soft text-sm">{isOneName ? bank : `${bank}, ${name}`}</p>
              <Account number={number} bank={bank} name={name} />
            </li>
          ))}
          {quote.accountPending && (
            <li className="py-1.5 first:pt-1 last:pb-0">
              <p className="text-soft text-sm">Opening an account for this order…</p>
              <div className="invisible">
                <Account number="0000000000" bank="" name="" />
              </div>
            </li>
          )}
        </ul>
      </Step>
      <Step number={3} title="Narration, so that we find it at once" className="border-line border-t">
        <Line>
          <strong className="figures min-w-[8rem] flex-1 text-sheet wrap-anywhere">{quote.narration}</strong>
          <CopyButton
            text={quote.narration}
            label="Copy"
            name="Copy the narration"
            copied="Narration copied to clipboard!"
            failed="Failed to copy the narration."
          />
        </Line>
      </Step>
    </ol>
  )
}

function Step({
  number,
  title,
  className = '',
  children,
}: {
  readonly number: number
  readonly title: string
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <li className={`px-3.5 py-3 sm:px-5 sm:py-4 ${className}`}>
      <h2 className="font-sans font-semibold text-base tracking-normal">
        {number}. {title}
      </h2>
      {children}
    </li>
  )
}

/** An account number and its copy buttons. At very large text sizes the buttons are below the number. */
function Account({ number, bank, name }: { number: string; bank: string; name: string }) {
  return (
    <Line>
      <strong className="figures min-w-0 text-[min(1.375rem,10vw)] tracking-wide">{number}</strong>
      <span className="flex flex-wrap gap-1.5">
        <CopyButton
          text={number}
          label="Copy"
          name={`Copy account number of ${bank}`}
          copied="Account number copied to clipboard!"
          failed="Failed to copy account number."
        />
        <CopyButton
          text={`${number}, ${bank}, ${name}`}
          label="Copy all details"
          name={`Copy all details of ${bank}`}
          copied="Bank details copied to clipboard!"
          failed="Failed to copy bank details."
          plain
        />
      </span>
    </Line>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">{children}</div>
}
