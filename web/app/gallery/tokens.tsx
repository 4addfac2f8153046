import { Fragment } from 'react'
import { Section, State } from './section.tsx'

const colours = [
  ['ground', 'bg-ground'],
  ['raise', 'bg-raise'],
  ['raise2', 'bg-raise2'],
  ['line', 'gallery-line'],
  ['edge', 'gallery-edge'],
  ['text', 'bg-text text-ground'],
  ['soft', 'bg-soft text-ground'],
  ['ember', 'bg-ember text-on-ember'],
  ['plantain', 'bg-plantain text-on-plantain'],
  ['promise', 'gallery-promise text-ground'],
  ['leaf', 'bg-leaf text-on-leaf'],
  ['alarm', 'bg-alarm text-on-alarm'],
  ['wash-ember', 'bg-wash-ember'],
  ['wash-plantain', 'bg-wash-plantain text-promise'],
  ['wash-leaf', 'bg-wash-leaf text-leaf'],
  ['wash-alarm', 'bg-wash-alarm text-alarm'],
  ['tile-ember', 'tile-ember'],
  ['tile-plantain', 'tile-plantain'],
  ['tile-leaf', 'tile-leaf'],
  ['tile-berry', 'tile-berry'],
  ['tile-sea', 'tile-sea'],
] as const

const inks = [
  ['text', 'text-text'],
  ['soft', 'text-soft'],
  ['promise', 'text-promise'],
  ['leaf', 'text-leaf'],
  ['alarm', 'text-alarm'],
] as const

const sizes = [
  ['xs', 'text-xs'],
  ['small', 'text-small'],
  ['sm', 'text-sm'],
  ['control', 'text-control'],
  ['base', 'text-base'],
  ['dish', 'text-dish'],
  ['lg', 'text-lg'],
  ['sheet', 'text-sheet'],
  ['page', 'text-page'],
  ['3xl', 'text-3xl'],
  ['4xl', 'text-4xl'],
] as const

const shapes = [
  ['control', 'rounded-control'],
  ['card', 'rounded-card'],
  ['sheet', 'rounded-sheet'],
] as const

export function Tokens() {
  return (
    <>
      <Section title="Colours">
        <ul className="gallery-colours">
          {colours.map(([name, variant]) => (
            <li key={name} className={`gallery-colour rounded-control border border-line p-3 text-sm ${variant}`}>
              {name}
            </li>
          ))}
        </ul>
        {inks.map(([name, variant]) => (
          <p key={name} className={`font-semibold ${variant}`}>
            {name} on ground
          </p>
        ))}
      </Section>
      <Section title="Type">
        <div className="gallery-sizes">
          {sizes.map(([name, variant]) => (
            <Fragment key={name}>
              <span className="text-soft text-sm">{name}</span>
              <p className={`font-display font-extrabold leading-tight ${variant}`}>The fire never sleeps</p>
              <p className={variant}>Ọ̀fadà, ẹja, ₦4,500 and no long story</p>
            </Fragment>
          ))}
        </div>
      </Section>
      <Section title="Radii and shadows">
        {shapes.map(([name, variant]) => (
          <State key={name} name={name}>
            <div className={`gallery-shape bg-raise shadow-card ${variant}`} />
          </State>
        ))}
      </Section>
    </>
  )
}
