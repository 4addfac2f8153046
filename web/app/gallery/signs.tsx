import { useQuery } from '@tanstack/react-query'
import { naira } from '#domain/money/money.ts'
import { queries } from '#web/data/api/queries.ts'
import { Stars } from '#web/orders/stars.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Icon, iconNames } from '#web/ui/icon.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Film } from '#web/ui/motion/film.tsx'
import { Marquee } from '#web/ui/motion/marquee.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { Row } from '#web/ui/row.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Section, State } from './section.tsx'

export function Signs() {
  return (
    <>
      <Section title="Badge">
        <Badge>plain</Badge>
        <Badge variant="promise">promise</Badge>
        <Badge variant="good">good</Badge>
        <Badge variant="bad">bad</Badge>
        <Badge variant="ember">12</Badge>
      </Section>
      <Section title="Icon">
        <ul className="gallery-icons">
          {iconNames.map((name) => (
            <li key={name} className="grid justify-items-center gap-2 rounded-control bg-raise p-3 text-sm shadow-card">
              <Icon name={name} className="size-6" />
              {name}
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Price">
        <Price amount={naira(0)} />
        <Price amount={naira(4500)} className="text-lg" />
        <Price amount={naira(1_250_000)} className="text-2xl" />
      </Section>
      <Section title="Mark">
        <Mark className="size-14" />
      </Section>
      <Section title="Row">
        <Row icon="pin" title="12 Admiralty Way" note="Lekki Phase 1" />
      </Section>
      <Section title="Stars">
        <Stars count={4} />
      </Section>
      <Section title="Picture">
        <Pictures />
      </Section>
      <Section title="Film">
        <Films />
      </Section>
      <Section title="Skeleton">
        <State name="a card" wide>
          <Skeleton className="aspect-4/3 rounded-card" />
        </State>
        <State name="lines" wide>
          <div className="grid gap-2">
            <Skeleton className="min-h-6" />
            <Skeleton className="gallery-half min-h-6" />
          </div>
        </State>
      </Section>
      <Section title="Marquee">
        <div className="w-full min-w-0">
          <Marquee texts={['A line that moves across the page']} to="/menu" />
        </div>
      </Section>
    </>
  )
}

function Pictures() {
  const { data } = useQuery(queries.bestsellers())
  const picture = data?.items[0]?.picture ?? null
  return (
    <>
      {[
        { state: 'of the first row', shown: picture, first: true },
        { state: 'further down: it waits', shown: picture, first: false },
        { state: 'failed', shown: { name: 'no-such-dish', alt: 'No such dish' }, first: true },
      ].map(({ state, shown, first }) => (
        <State key={state} name={state}>
          <div className="gallery-plate tile-plantain overflow-hidden rounded-card">
            <Picture picture={shown} sizes="15rem" first={first} className="aspect-4/3 w-full" />
          </div>
        </State>
      ))}
    </>
  )
}

function Films() {
  const { data: home } = useQuery(queries.home())
  const film = home?.about.film
  if (!film) return null
  return (
    <>
      <State name="controls" wide>
        <Film film={film} mode="controls" className="tile-ember aspect-video rounded-card" />
      </State>
      <State name="ambient, held" wide>
        <Film film={film} mode="ambient" playing={false} className="tile-ember aspect-video rounded-card" />
      </State>
    </>
  )
}
