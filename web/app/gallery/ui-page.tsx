import { Controls } from './controls.tsx'
import './gallery.css'
import { Layers } from './layers.tsx'
import { Signs } from './signs.tsx'
import { Tokens } from './tokens.tsx'

/** Every design token, and every component of web/ui in every state. Development only: see staff-pages.ts. */
export default function UiPage() {
  return (
    <main id="main" tabIndex={-1} className="page-width grid gap-10 py-6">
      <h1 className="text-3xl">What the restaurant is made of</h1>
      <Tokens />
      <Controls />
      <Signs />
      <Layers />
    </main>
  )
}
