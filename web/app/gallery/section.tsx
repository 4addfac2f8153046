import { type ReactNode, useId } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="gallery-section grid gap-4 border-line border-t">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-5">{children}</div>
    </section>
  )
}

export function State({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`grid min-w-0 content-start justify-items-start gap-1.5 ${wide ? 'gallery-wide' : ''}`}>
      <p className="text-soft text-sm">{name}</p>
      <div className={wide ? 'w-full' : 'flex flex-wrap gap-3'}>{children}</div>
    </div>
  )
}
