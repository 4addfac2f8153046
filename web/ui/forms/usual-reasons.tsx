export function UsualReasons({
  reasons,
  onChoose,
}: {
  reasons: readonly string[]
  onChoose: (reason: string) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: shortcuts for the field above, not a part of the form
    <div role="group" aria-label="Usual reasons" className="flex flex-wrap gap-2">
      {reasons.map((reason) => (
        <button
          key={reason}
          type="button"
          onClick={() => onChoose(reason)}
          className="min-h-11 rounded-full bg-raise2 px-4 text-sm"
        >
          {reason}
        </button>
      ))}
    </div>
  )
}
