export function Unsettled({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="text-promise">
      {count === 1 ? 'One dish has changed.' : `${count} dishes have changed.`} Please settle that in your cart before
      you pay.
    </p>
  )
}
