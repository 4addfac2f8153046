import { useState } from 'react'
import type { Farm } from '#contract/farm.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { Testimonials } from '#web/ui/testimonials.tsx'
import { Gallery } from './gallery.tsx'
import { Videos } from './videos.tsx'

const tabs = [
  { id: 'gallery', title: 'Photo gallery' },
  { id: 'videos', title: 'Videos' },
  { id: 'testimonials', title: 'Testimonials' },
] as const

export function FarmTabs({ farm }: { farm: Farm }) {
  const [selected, setSelected] = useState<(typeof tabs)[number]['id']>('gallery')
  return (
    <section aria-labelledby="look" className="page-width grid grid-cols-[minmax(0,1fr)] gap-5 py-12">
      <h2 id="look" className="text-3xl">
        Have a look
      </h2>
      <Tabs label="Pictures and voices" tabs={tabs} selected={selected} onSelect={setSelected}>
        {selected === 'gallery' && <Gallery photos={farm.gallery} note={farm.galleryNote} />}
        {selected === 'videos' && <Videos farm={farm} />}
        {selected === 'testimonials' && <Testimonials testimonials={farm.testimonials} />}
      </Tabs>
    </section>
  )
}
