import { expect, test } from 'vitest'
import { at } from '#tests/support/calendar.ts'
import { type Prep, prepList } from './prep-list.ts'

const preps: Readonly<Record<string, Prep>> = {
  snapper: { task: 'Thaw', ahead: 60 },
  'moin-moin': { task: 'Soak beans', ahead: 240 },
}

test('TIME-4: the preparation of orders for later is listed by dish and slot, the most urgent first', () => {
  const orders = [
    { startAt: at('18:10'), due: at('19:00'), portions: [['moin-moin', 4]] as const },
    {
      startAt: at('12:50'),
      due: at('13:00'),
      portions: [
        ['snapper', 1],
        ['jollof', 2],
      ] as const,
    },
    { startAt: at('12:40'), due: at('13:00'), portions: [['snapper', 2]] as const },
    { startAt: at('18:30'), due: at('19:00'), portions: [['snapper', 1]] as const },
  ]
  expect(prepList(orders, (id) => preps[id])).toEqual([
    { itemId: 'snapper', task: 'Thaw', count: 3, by: at('11:40'), due: at('13:00') },
    { itemId: 'moin-moin', task: 'Soak beans', count: 4, by: at('14:10'), due: at('19:00') },
    { itemId: 'snapper', task: 'Thaw', count: 1, by: at('17:30'), due: at('19:00') },
  ])
})
