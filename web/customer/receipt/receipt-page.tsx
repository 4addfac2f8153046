import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { isOpen } from '#domain/order/statuses.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import type { Params } from '#web/app/navigation/pages.ts'
import ConversationOffer from '#web/customer/orders/conversation-offer.tsx'
import { SignInGate } from '#web/customer/sign-in/sign-in-gate.tsx'
import { sentence } from '#web/data/api/client.ts'
import { queries } from '#web/data/api/queries.ts'
import { useLastingError } from '#web/data/api/query-client.ts'
import { useSessionEnd } from '#web/data/api/session.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextButton, textButtonClass } from '#web/ui/text-button.tsx'
import { OrderReceipt } from './order-receipt.tsx'

export default function ReceiptPage({ params }: { params: Params }) {
  return (
    <div className="page-width grid gap-3 py-3 sm:gap-5 sm:py-8 print:py-0">
      <div className="flex max-w-xl flex-wrap items-center justify-between gap-x-6">
        <h1 className="text-page sm:text-4xl">Receipt</h1>
        <Link to="/orders" className={`${textButtonClass} print:hidden`}>
          Your orders
        </Link>
      </div>
      <SignInGate title="Please Log In" reason="Sign in to see your receipt" skeleton={<ReceiptSkeleton />}>
        {(user) => <Shown key={user.id} id={params.id ?? ''} />}
      </SignInGate>
    </div>
  )
}

function Shown({ id }: { id: string }) {
  const { data: site } = useSuspenseQuery(queries.site())
  const { data, error: failed, refetch } = useQuery(queries.receipt(id))
  const error = useLastingError({ data, error: failed })
  useSessionEnd(error)
  if (data)
    return (
      <div className="grid max-w-xl gap-5 print:max-w-none">
        <OrderReceipt receipt={data} site={site} />
        {site.writesOnWhatsApp && isOpen(data.order.status) && <ConversationOffer orderId={id} />}
      </div>
    )
  if (!error) return <ReceiptSkeleton />
  return (
    <div
      role="alert"
      className="flex max-w-xl flex-wrap items-center justify-between gap-x-4 rounded-control bg-raise2 px-4 py-2"
    >
      <p className="font-semibold text-alarm">{sentence(error, error.message)}</p>
      <TextButton onClick={() => void refetch()}>Try again</TextButton>
    </div>
  )
}

function ReceiptSkeleton() {
  return <Skeleton className="h-[36rem] max-w-xl rounded-card" />
}
