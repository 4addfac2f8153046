import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import type { Range } from '#domain/books/days.ts'
import { tableNames } from '#domain/books/figures.ts'
import { figuresQuery } from '#web/office/frame/figures-query.ts'
import { OfficeFrame } from '#web/office/frame/office-frame.tsx'
import { QueryView } from '#web/office/frame/query-view.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FiguresCard } from './figures-card.tsx'
import { Headlines } from './headlines.tsx'
import { comparison, type Preset, presets, rangeOf, rangeTitle } from './presets.ts'

const tablesOfOneDay = tableNames.filter((name) => name !== 'day' && name !== 'weekday')

export function FiguresScreen({ user, site }: { user: User; site: Site }) {
  const [preset, setPreset] = useState<Preset>('week')
  const [own, setOwn] = useState<Range>(() => rangeOf('week', Date.now()))
  const range = preset === 'own' ? own : rangeOf(preset, Date.now())
  const figures = useQuery({
    ...figuresQuery(range),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

  function choose(next: Preset) {
    if (next === 'own') setOwn(range)
    setPreset(next)
  }

  return (
    <OfficeFrame user={user} site={site}>
      <main id="main" tabIndex={-1} className="grid flex-1 grid-cols-1 content-start gap-4 px-4 pb-10">
        <div className="grid grid-cols-1 gap-3 print:hidden">
          <fieldset className="flex flex-wrap gap-1 justify-self-start rounded-control bg-raise p-1 shadow-card">
            <legend className="sr-only">Days</legend>
            {presets.map(([id, title]) => (
              <button
                key={id}
                type="button"
                aria-pressed={preset === id}
                onClick={() => choose(id)}
                className="min-h-11 rounded-[10px] px-3 font-semibold text-sm text-soft aria-pressed:bg-raise2 aria-pressed:text-text"
              >
                {title}
              </button>
            ))}
          </fieldset>
          {preset === 'own' && (
            <div className="grid max-w-md grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-3">
              <DayField
                label="First day"
                value={own.from}
                onChange={(from) => setOwn({ from, to: [from, own.to].toSorted().at(-1) ?? from })}
              />
              <DayField
                label="Last day"
                value={own.to}
                onChange={(to) => setOwn({ from: [own.from, to].toSorted().at(0) ?? to, to })}
              />
            </div>
          )}
        </div>
        <QueryView what="figures" query={figures} skeletons={['h-64', 'h-52']}>
          {(data) => (
            <>
              <div>
                <h2 className="text-sheet">{rangeTitle(data.range)}</h2>
                <p className="text-sm text-soft" role="status">
                  {figures.isPlaceholderData ? 'Loading other days…' : comparison(data.range, Date.now())}
                  {data.uncounted > 0 &&
                    ` ${data.uncounted} of the days are still being counted after an update and may be missing; look again in a minute.`}
                </p>
              </div>
              <Headlines figures={data} />
              <div className="gap-4 *:mb-4 *:break-inside-avoid md:columns-2">
                {(data.range.from === data.range.to ? tablesOfOneDay : tableNames)
                  // Leave out the cards about taxes and orders for later if they are empty.
                  .filter((name) => !['tax', 'later'].includes(name) || data.tables[name].length > 0)
                  .map((name) => (
                    <FiguresCard key={name} name={name} figures={data} />
                  ))}
              </div>
            </>
          )}
        </QueryView>
      </main>
    </OfficeFrame>
  )
}

function DayField({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <Field
      label={label}
      type="date"
      required
      value={value}
      // If the field is cleared, keep the last day.
      onChange={({ target }) => target.value !== '' && onChange(target.value)}
    />
  )
}
