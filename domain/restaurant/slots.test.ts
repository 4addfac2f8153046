import { describe, expect, test } from 'vitest'
import { at, breakfast, dish, usual, written } from '#tests/support/calendar.ts'
import * as Calendar from './calendar.ts'
import { changeableUntil, isForLater, nearestTo } from './later.ts'
import * as Slots from './slots.ts'

const noon = at('12:00')
const always = { ...usual, hours: { always: true } as const }
const cart = { lines: [dish(), breakfast], driving: 0 }

describe('TIME-3: a cart with a dish that is not served now', () => {
  test('a cart with a dish that is not served now can be ordered without that dish', () => {
    const { answer, without } = Slots.partialAvailability(always, cart, noon, 'soonest')
    expect([written(answer, noon), without]).toEqual(['12:10 from 12:00', [1]])
  })

  test('a cart whose only dish is not served now is refused', () => {
    const { answer, without } = Slots.partialAvailability(always, { ...cart, lines: [breakfast] }, noon, 'soonest')
    expect([written(answer, noon), without]).toEqual(['outside-hours until 06:00+1 (0)', []])
  })

  test('a cart can be ordered without its unavailable lines, even if their reasons differ', () => {
    const lines = [dish({ notice: 600 }), breakfast, dish(), dish({ backAt: null })]
    const { answer, without } = Slots.partialAvailability(always, { ...cart, lines }, noon, 'soonest')
    expect([written(answer, noon), without]).toEqual(['12:10 from 12:00', [1, 3, 0]])
    const missing = Slots.partialAvailability(always, { ...cart, lines: lines.toSpliced(2, 1) }, noon, 'soonest')
    expect(written(missing.answer, noon)).toBe('too-soon until 22:00 (0,1,2)')
  })
})

test('TIME-3: a refusal names each unavailable dish and side once, and does not name the dish of an unavailable side', () => {
  const soldOut = (name: string) => dish({ name, backAt: null })
  const withPlantain = [...dish({ name: 'Half Chicken' }), ...soldOut('Plantain')]
  const akara = dish({ name: 'Akara', served: [[{ from: '06:00', until: '11:00' }]] })
  const lines = [dish({ name: 'Coke' }), withPlantain, akara, soldOut('Masa'), withPlantain]
  const answer = Calendar.availability(always, { lines, driving: 0 }, noon, 'soonest')
  expect(answer).toMatchObject({ reason: 'sold-out', lines: [1, 2, 3, 4], dishes: ['Plantain', 'Masa'] })
})

test('TIME-4: each quarter-hour of a day is a free slot, a slot for some of the cart’s lines, or refused with a reason', () => {
  const quarters = { [at('13:00')]: { booked: 50, counter: 0 }, [at('13:15')]: { booked: 0, counter: 0, closed: true } }
  const slots = Slots.slotsOf({ ...usual, quarters }, cart, noon, '2026-11-23')
  const words = (time: string) => {
    const slot = slots.find((each) => each.at === at(time))
    return slot && `${written(slot.answer, noon)}${slot.without.length > 0 ? ` without ${slot.without}` : ''}`
  }
  expect(slots).toHaveLength(96)
  expect(words('00:00')).toBe('too-soon until 13:00')
  expect(words('12:45')).toBe('too-soon until 13:00')
  expect(words('13:00')).toBe('full without 1')
  expect(words('13:15')).toBe('quarter-closed without 1')
  expect(words('13:30')).toBe('13:30 from 13:20 without 1')
  expect(words('21:45')).toBe('after-last-order until 10:00+1')
  expect(words('22:00')).toBe('closed until 10:00+1')
  const tomorrow = Slots.slotsOf(usual, cart, noon, '2026-11-24')
  const all = tomorrow.filter(({ answer, without }) => answer.available && without.length === 0)
  expect(all.map((slot) => written(slot.answer, noon))).toEqual([
    '10:15+1 from 10:05+1',
    '10:30+1 from 10:20+1',
    '10:45+1 from 10:35+1',
  ])
})

test('TIME-4: the days offered for slots begin today, and continue over the end of a leap February', () => {
  const days = Slots.slotDays({ ...usual, later: { notice: 60, days: 3 } }, at('2028-02-27T23:30'))
  expect(days).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01'])
})

test('TIME-4: the portions of an order for later belong to the business day on which its cooking starts', () => {
  const stockDay = (slot: string) => {
    const answer = Calendar.availability(always, { lines: [dish()], driving: 0 }, noon, at(slot))
    return answer.available && answer.stockDay
  }
  expect(stockDay('2026-11-24T05:45')).toBe('2026-11-23')
  expect(stockDay('2026-11-24T06:00')).toBe('2026-11-23')
  expect(stockDay('2026-11-24T06:15')).toBe('2026-11-24')
  expect(stockDay('2026-12-01T00:15')).toBe('2026-11-30')
})

test.each([
  ['05:45', 'Night'],
  ['06:00', 'Morning'],
  ['11:45', 'Morning'],
  ['12:00', 'Afternoon'],
  ['17:00', 'Evening'],
  ['23:45', 'Evening'],
  ['2026-11-24T00:00', 'Night'],
])('TIME-4: the slot at %s is listed under %s', (slot, part) => {
  expect(Slots.partOfDay(at(slot))).toBe(part)
})

test('TIME-4: the list of slots opens at the chosen slot, on a later day at the first free slot from noon on, and otherwise at its beginning', () => {
  const list = (...times: string[]) => times.map((time) => ({ at: at(time) }))
  const tomorrow = list('2026-11-24T00:00', '2026-11-24T11:45', '2026-11-24T12:15')
  const opens = (chosen: string) => Slots.openingTime(tomorrow, chosen === '' ? Number.NaN : at(chosen), noon)
  expect(opens('')).toBe(at('2026-11-24T12:15'))
  expect(opens('2026-11-24T00:00')).toBe(at('2026-11-24T00:00'))
  expect(opens('2026-11-25T00:00')).toBe(at('2026-11-24T12:15'))
  expect(Slots.openingTime([{ at: at('2026-11-24T12:15'), reason: 'full' }], Number.NaN, noon)).toBeUndefined()
  expect(Slots.openingTime(list('12:15', '12:30'), Number.NaN, noon)).toBeUndefined()
})

test('TIME-4: an order for later waits until its start, and can be changed until half an hour before', () => {
  const plan = { startAt: at('11:50') }
  expect(isForLater(plan, at('11:49'))).toBe(true)
  expect(isForLater(plan, at('11:50'))).toBe(false)
  expect(changeableUntil(plan)).toBe(at('11:20'))
})

test('TIME-5: an order for later that starts or is due outside of the changed hours is no longer accepted', () => {
  const isOpen = (startAt: string, due: string) =>
    Calendar.isOpenFor(usual.hours, { startAt: at(startAt), due: at(due) })
  expect(isOpen('10:00', '10:15')).toBe(true)
  expect(isOpen('09:59', '10:15')).toBe(false)
  expect(isOpen('21:30', '21:45')).toBe(true)
  expect(isOpen('21:45', '22:00')).toBe(false)
  expect(isOpen('2026-12-25T19:00', '2026-12-25T19:15')).toBe(false)
})

test('TIME-3: of two slots equally near to a time the earlier is the nearest, and without slots there is no nearest', () => {
  const slots = [at('11:45'), at('12:15'), at('13:00')].map((time) => ({ at: time }))
  expect(nearestTo(noon, slots)?.at).toBe(at('11:45'))
  expect(nearestTo(at('18:00'), slots)?.at).toBe(at('13:00'))
  expect(nearestTo(noon, [])).toBeUndefined()
})
