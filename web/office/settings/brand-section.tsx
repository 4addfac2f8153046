import { type CSSProperties, useState } from 'react'
import type { RestaurantSettings } from '#contract/settings.ts'
import * as Money from '#domain/money/money.ts'
import * as Brand from '#domain/restaurant/brand.ts'
import { type NamedPicture, PhotoField } from '#web/office/photos/photo-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckRow } from '#web/ui/forms/option-row.tsx'
import { Price } from '#web/ui/price.tsx'
import { useSettingsForm } from './settings-form.tsx'
import { SettingsSection } from './settings-section.tsx'

export function BrandSection({ settings }: { settings: Pick<RestaurantSettings, 'colours' | 'logo' | 'shortName'> }) {
  const form = useSettingsForm()
  const [own, setOwn] = useState(settings.colours !== null)
  const [colours, setColours] = useState<Brand.Brand>(settings.colours ?? Brand.usual)
  const [logo, setLogo] = useState<NamedPicture | undefined>(settings.logo ?? undefined)
  const unfit = own ? Brand.problemOf(colours.main) : undefined

  const { photo, focus } = logo ?? {}
  const change = {
    colours: own ? colours : null,
    logo: photo === undefined ? null : { photo, ...(focus && { focus }) },
  }

  function set(name: keyof Brand.Brand, value: string) {
    setColours((before) => ({ ...before, [name]: value }))
    form.forgive(`colours.${name}`)
  }

  const colour = (name: keyof Brand.Brand, label: string, wrong?: string) => {
    const error = wrong ?? form.errors[`colours.${name}`]
    return (
      <label className="grid gap-1 font-semibold text-sm">
        {label}
        <input
          type="color"
          name={`colours.${name}`}
          value={colours[name]}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `wrong-${name}` : undefined}
          onChange={({ target }) => set(name, target.value)}
          className="h-12 w-full cursor-pointer rounded-control border border-edge bg-raise2 p-1"
        />
        {error && (
          <span id={`wrong-${name}`} role="alert" className="font-normal text-alarm">
            {error}
          </span>
        )}
      </label>
    )
  }

  return (
    <SettingsSection
      title="Colours and logo"
      hint="Pages, icons, link previews and receipts have them. Each colour is made darker or lighter until it can be read."
      change={change}
    >
      <CheckRow label="Colours of our own" checked={own} onChange={({ target }) => setOwn(target.checked)} />
      {own && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3">
          {colour('main', 'Buttons and links', unfit)}
          {colour('second', 'Promises and offers')}
        </div>
      )}
      {own && (
        <div className="grid gap-2 sm:grid-cols-2">
          {Brand.themes.map((theme) => (
            <Preview key={theme} theme={theme} colours={colours} name={settings.shortName} />
          ))}
        </div>
      )}
      <PhotoField
        legend="Logo"
        picture={logo}
        known={null}
        square
        place="Beside the name"
        onChange={setLogo}
        removeLabel="Remove logo"
      />
    </SettingsSection>
  )
}

const example = Money.naira(7500)

/** An example card in the colours of a theme. */
function Preview({ theme, colours, name }: { theme: Brand.Theme; colours: Brand.Brand; name: string }) {
  const values = { ...Brand.surfaces[theme], ...Brand.palette(theme, colours) }
  const style = Object.fromEntries(Object.entries(values).map(([token, value]) => [`--${token}`, value]))
  const label = theme === 'light' ? 'Light' : 'Dark'
  return (
    <section
      aria-label={`${label} pages`}
      style={style as CSSProperties}
      className="grid gap-2 rounded-card border border-line bg-ground p-3 text-text"
    >
      <p className="text-soft text-small">{label} pages</p>
      <div className="grid gap-2 rounded-card bg-raise p-3">
        <strong className="wrap-anywhere">{name}</strong>
        <p className="rounded-control bg-wash-plantain px-3 py-1.5 text-sm">
          <span className="font-semibold text-promise">Ready in 35 minutes</span>
        </p>
        <p className="font-semibold text-ember text-sm underline">See the menu</p>
        <div inert className="grid">
          <Button>
            Add <Price amount={example} />
          </Button>
        </div>
        <span className="justify-self-start rounded-full bg-plantain px-3 py-1 font-semibold text-on-plantain text-sm">
          Special offer
        </span>
      </div>
    </section>
  )
}
