import { useQuery } from '@tanstack/react-query'
import { orderCode } from '#domain/order/quote.ts'
import { isOpen } from '#domain/order/statuses.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { queries } from '#web/data/api/queries.ts'
import { useSignedIn } from '#web/data/api/session.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** The page of an empty cart, with a link to the customer's open order. */
export default function EmptyCart() {
  const { state } = useSignedIn()
  const { data } = useQuery({ ...queries.orders(), enabled: state === 'in' })
  const underWay = state === 'in' ? data?.orders.find(({ status }) => isOpen(status)) : undefined
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
      <p className="text-balance text-soft">
        {underWay
          ? `Your order ${orderCode(underWay.orderId)} is under way.`
          : 'Add a dish from the menu to start an order.'}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {underWay && (
          <Link to={`/orders?order=${underWay.orderId}`} className={buttonClass('primary')}>
            Follow my order
          </Link>
        )}
        <Link to="/menu" className={buttonClass(underWay ? 'secondary' : 'primary')}>
          See the menu
        </Link>
      </div>
    </section>
  )
}
