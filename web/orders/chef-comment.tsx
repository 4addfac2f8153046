/** The customer's note to the kitchen, below its dish in a list; nothing without a note. */
export function ChefComment({ text }: { text: string }) {
  if (!text) return null
  return (
    <p className="col-span-2 text-sm wrap-anywhere">
      <span className="font-semibold text-promise">P.S.:</span> {text}
    </p>
  )
}
