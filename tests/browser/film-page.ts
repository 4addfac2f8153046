import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Film as Shown } from '#contract/parts/fields.ts'
import { Film } from '#web/ui/motion/film.tsx'

// The page of film.test.ts has one ambient film below the first screen.

function Page({ film }: { film: Shown }) {
  const [playing, setPlaying] = useState(true)
  return createElement(
    'main',
    null,
    createElement(
      'label',
      null,
      createElement('input', { type: 'checkbox', onChange: () => setPlaying(!playing) }),
      'Hold',
    ),
    createElement('div', { id: 'above' }),
    createElement(Film, { film, mode: 'ambient', playing }),
  )
}

const farm = await (await fetch('/api/farm')).json()
const root = document.getElementById('page')
if (root) createRoot(root).render(createElement(Page, { film: farm.videos[0] }))
