const steps = [
  { title: 'Sign up', text: 'A username, a phone, where you are. One minute.' },
  { title: 'Browse and order', text: 'Pick your plates, choose your side and your sauce.' },
  { title: 'Pay by bank transfer', text: 'Copy the number, send, tell us.' },
  { title: 'We confirm, we cook', text: 'Once the payment is confirmed, your order is on the fire.' },
  { title: 'Track it live', text: 'Follow it in your orders tab, from the fire to your door.' },
]

/** The index of the step about the bank transfer. */
const transfer = 2

const where = (accounts: number) =>
  accounts === 1 ? 'To our account.' : accounts === 2 ? 'To one of two accounts.' : 'To one of our accounts.'

export function HowItWorks({ accounts = 0 }: { readonly accounts: number | undefined }) {
  return (
    <section className="page-width py-12">
      <h2 className="mb-5 text-3xl">How it works</h2>
      <ol className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-4 rounded-card bg-raise p-4 shadow-card lg:flex-col lg:gap-2 lg:p-5">
            <span aria-hidden="true" className="figures text-3xl text-ember leading-none">
              {index + 1}
            </span>
            <div>
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-soft">
                {index === transfer && `${where(accounts)} `}
                {text}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
