import { TextSection } from './text-section.tsx'

type Named = Readonly<Record<'name' | 'shortName' | 'tagline' | 'description', string>>

export function NameSection({ initial }: { initial: Named }) {
  return (
    <TextSection
      title="Name"
      fields={[
        { name: 'name', label: 'Name', maxLength: 60 },
        { name: 'shortName', label: 'Short name', hint: 'Shown under the icon on a phone.', maxLength: 20 },
        { name: 'tagline', label: 'Tagline', maxLength: 80 },
        { name: 'description', label: 'Description', hint: 'Search engines show it.', maxLength: 300, isLong: true },
      ]}
      initial={initial}
      change={(values) => values}
    />
  )
}
