import { useNavigation } from '#web/app/navigation/navigation.tsx'

/** A thin line under the bar while the next page loads. Its animation starts late enough to skip fast loads. */
export function ProgressLine() {
  const { heading } = useNavigation()
  if (heading === undefined) return null
  return (
    <div role="status" aria-label="Loading the page" className="absolute inset-x-0 -bottom-0.5 h-0.5 overflow-hidden">
      <div className="h-full origin-left animate-heading bg-ember" />
    </div>
  )
}
