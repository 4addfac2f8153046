import { Link } from '#web/app/navigation/navigation.tsx'
import { buttonClass } from '#web/ui/button.tsx'

export default function EmptyCart() {
  return (
    <section className="mx-auto grid max-w-md justify-items-center gap-3 rounded-card bg-raise px-6 py-12 text-center shadow-card">
      <div className="tile-ember grid size-24 place-items-center rounded-full">
        <svg
          viewBox="0 0 48 48"
          className="size-14 text-ember"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <circle cx="24" cy="26" r="15" />
          <circle cx="24" cy="26" r="9" />
          <path d="M24 5c2 2 2 4 0 6M17 6c1.500 1.500 1.500 3 0 4.500M31 6c1.500 1.500 1.500 3 0 4.500" />
        </svg>
      </div>
      <h2 className="text-2xl">Your cart is empty!</h2>
      <p className="text-balance text-soft">Add a dish from the menu to start an order.</p>
      <Link to="/menu" className={buttonClass('primary', 'mt-2')}>
        See the menu
      </Link>
    </section>
  )
}
