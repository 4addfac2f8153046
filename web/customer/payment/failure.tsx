import { useSuspenseQuery } from '@tanstack/react-query'
import * as Cart from '#domain/order/cart.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { refocus } from '#web/app/navigation/refocus.ts'
import { ApiFailure, sentence } from '#web/data/api/client.ts'
import { queries } from '#web/data/api/queries.ts'
import { cartStore } from '#web/data/storage/cart-store.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { inquiryLink } from '#web/ui/chat.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  readonly error: unknown
  readonly busy: boolean
  readonly onRetry: () => void
  readonly cart: Cart.Cart
}

export default function Failure({ error, busy, cart, onRetry }: Props) {
  const { data: site } = useSuspenseQuery(queries.site())
  const code = error instanceof ApiFailure ? error.problem.code : undefined
  // The line of a dish that is not available. A button removes the line from the cart and continues without the dish.
  const gone = code === 'item-gone' || code === 'item-unavailable' ? lineOf(error, cart) : undefined
  return (
    <section
      role="alert"
      className="mx-auto grid max-w-md justify-items-center gap-3 rounded-card bg-raise px-6 py-12 text-center shadow-card"
    >
      <h2 className="text-2xl">{code === undefined ? 'No connection' : 'This cannot be paid yet'}</h2>
      <p className="text-soft">
        {sentence(error, 'We could not price your order: the network may have dropped. Your cart is safe.')}
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        {gone && (
          <Button
            onClick={() => {
              cartStore.set((cart) => Cart.remove(cart, gone.id))
              refocus()
            }}
          >
            Continue without {gone.seen.name}
          </Button>
        )}
        <Link to="/cart" className={buttonClass(code === undefined || gone ? 'secondary' : 'primary')}>
          {code === 'slot-unavailable' ? 'Choose another time' : 'Back to Cart'}
        </Link>
        {code === 'profile-incomplete' ? (
          <Link to="/account" className={buttonClass('secondary')}>
            My Account
          </Link>
        ) : (
          <Button
            variant={code === undefined ? 'primary' : 'secondary'}
            busy={busy}
            onClick={() => {
              onRetry()
              refocus()
            }}
          >
            Try again
          </Button>
        )}
        {code !== undefined && (
          <a href={inquiryLink(site)} className={buttonClass('secondary')}>
            <Icon name="chat" />
            Ask us on WhatsApp
          </a>
        )}
      </div>
    </section>
  )
}

/** Returns the cart line that the server's refusal is about. */
function lineOf(error: unknown, cart: Cart.Cart): Cart.CartLine | undefined {
  const place = error instanceof ApiFailure ? /^items\.(\d+)$/.exec(error.problem.field ?? '') : null
  return place ? cart.items[Number(place[1])] : undefined
}
