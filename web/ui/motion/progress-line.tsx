/** A thin line while a press loads something, by default at the top of the screen. A fast load shows no line. */
export function ProgressLine({
  label = 'Loading',
  className = 'fixed top-0 z-30',
}: {
  label?: string
  className?: string
}) {
  return (
    <div role="status" aria-label={label} className={`inset-x-0 h-0.5 overflow-hidden ${className}`}>
      <div className="h-full origin-left animate-heading bg-ember" />
    </div>
  )
}
