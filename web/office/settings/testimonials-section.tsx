import { useState } from 'react'
import type { RestaurantSettings } from '#contract/settings.ts'
import { CheckRow } from '#web/ui/forms/option-row.tsx'
import { day } from '#web/ui/lagos-time.ts'
import { useSettingsForm } from './settings-form.tsx'
import { SettingsSection } from './settings-section.tsx'

/** Chooses the ratings that the home page shows. Only ratings whose customers have allowed it are offered. */
export function TestimonialsSection({
  testimonials,
  ownTestimonials,
}: Pick<RestaurantSettings, 'testimonials' | 'ownTestimonials'>) {
  const form = useSettingsForm()
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    testimonials.filter(({ isShown }) => isShown).map(({ orderId }) => orderId),
  )
  const [own, setOwn] = useState<readonly string[]>(() =>
    ownTestimonials.filter(({ isShown }) => isShown).map(({ id }) => id),
  )
  const wrong = form.errors.testimonials
  return (
    <SettingsSection
      title="What customers say"
      hint="Customers tick a box below their rating where you may show it. A rating leaves the page when its customer takes that back or deletes the account."
      change={{
        testimonials: [...chosen],
        ...(ownTestimonials.length > 0 && { ownTestimonials: [...own] }),
      }}
    >
      {testimonials.length === 0 && <p className="text-soft">No customer has allowed it yet.</p>}
      <ul className="grid max-h-96 divide-y divide-line overflow-y-auto">
        {testimonials.map(({ orderId, name, stars, text, ratedAt }) => (
          <li key={orderId} className="wrap-anywhere">
            <CheckRow
              name="testimonials"
              label={`“${text}”`}
              hint={`${name}, ${stars} of 5 stars, ${day(ratedAt)}`}
              checked={chosen.includes(orderId)}
              onChange={({ target }) => {
                setChosen((before) => [...before.filter((id) => id !== orderId), ...(target.checked ? [orderId] : [])])
                form.forgive('testimonials')
              }}
            />
          </li>
        ))}
      </ul>
      {ownTestimonials.length > 0 && (
        <fieldset>
          <legend className="font-semibold text-sm">From the files of the restaurant</legend>
          {ownTestimonials.map(({ id, name, text }) => (
            <CheckRow
              key={id}
              label={`“${text}”`}
              hint={name}
              checked={own.includes(id)}
              onChange={({ target }) =>
                setOwn((before) => [...before.filter((other) => other !== id), ...(target.checked ? [id] : [])])
              }
            />
          ))}
        </fieldset>
      )}
      {wrong && (
        <p role="alert" className="text-alarm text-sm">
          {wrong}
        </p>
      )}
    </SettingsSection>
  )
}
