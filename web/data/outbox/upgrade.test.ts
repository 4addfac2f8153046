import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { upgraded } from './upgrade.ts'

/** Entries as browsers stored them before entries had a `write`. */
const stored = JSON.parse(readFileSync(new URL('../../../tests/fixtures/outbox-entries.json', import.meta.url), 'utf8'))

test('LIVE-6: outbox entries of an earlier version are converted and keep their id, account, time and content', () => {
  expect(upgraded(stored)).toEqual([
    {
      id: '1764000000000-0.1',
      account: 'ada',
      at: 1764000000000,
      tried: true,
      waits: true,
      write: { kind: 'order', quoteId: '7Q4M2KX9A', total: 3500, lines: ['line-1'] },
    },
    {
      id: '1764000000001-0.2',
      account: 'ada',
      at: 1764000000001,
      tried: false,
      waits: true,
      refused: { status: 409, code: 'profile-changed', detail: 'Changed elsewhere.' },
      write: { kind: 'profile', change: { address: '2 Road' }, was: { address: '1 Road' } },
    },
    {
      id: '1764000000002-0.3',
      account: 'tunde',
      at: 1764000000002,
      tried: false,
      waits: true,
      write: { kind: 'action', id: '7Q4M2KX9A', action: 'assign-rider', body: { riderId: 'musa' } },
    },
    {
      id: '1764000000003-0.4',
      account: 'musa',
      at: 1764000000003,
      tried: false,
      waits: true,
      write: { kind: 'action', id: '7Q4M2KX9A', action: 'pick-up', body: {} },
    },
  ])
})

test.each([
  ['orders', 'mark-ready', 'mark-ready'],
  ['orders', 'recall', 'recall'],
  ['orders', 'undo-confirmation', 'undo-confirmation'],
  ['deliveries', 'handover', 'deliver'],
  ['deliveries', 'pick-up', 'pick-up'],
])('LIVE-6: an action that the last release queued as %s %s becomes %s', (collection, former, action) => {
  const entry = { id: 'one', account: 'ada', at: 1, tried: false, waits: true }
  const write = { kind: 'action', id: '7Q4M2KX9A', body: {} }
  expect(upgraded([{ ...entry, write: { ...write, collection, action: former } }])).toEqual([
    { ...entry, write: { ...write, action } },
  ])
})

test('RUN-5: a counter order queued by the last release gets today’s field names and is otherwise unchanged', () => {
  const chosen = { itemId: 'coke', selection: {}, quantity: 2 }
  const dish = { itemId: 'coke', name: 'Coke', type: '', quantity: 2 }
  const entry = { id: 'one', account: 'kemi', at: 1, tried: false, waits: true }
  const write = { kind: 'counter', details: {}, payment: { method: 'cash', amount: 2400 }, total: 2400 }
  const former = {
    ...write,
    request: { lines: [{ ...chosen, note: 'cold' }], channel: 'walk-in' },
    cart: {
      lines: [{ ...chosen, note: 'cold', seen: { ...dish, unitPrice: 1200, choices: [], note: '', total: 2400 } }],
    },
  }
  const seen = { ...dish, price: 1200, extras: [], chefComment: '', itemTotal: 2400 }
  const today = {
    ...write,
    request: { items: [{ ...chosen, chefComment: 'cold' }], channel: 'walk-in' },
    cart: { items: [{ ...chosen, chefComment: 'cold', seen }] },
  }
  for (const stored of [former, today])
    expect(upgraded([{ ...entry, write: stored }])).toEqual([{ ...entry, write: today }])
})

test('outbox entries in today’s shape are unchanged', () => {
  const entries = upgraded(stored)
  expect(upgraded(entries)).toEqual(entries)
})

test('only damaged outbox entries are dropped', () => {
  const entries = upgraded(stored)
  const [order, profile, rider] = entries
  const damaged = [
    null,
    7,
    [],
    {},
    { ...order, id: undefined },
    { ...order, account: null },
    { ...order, at: null },
    { ...order, write: null },
    { ...order, write: { kind: 'prayer' } },
    { ...order, write: { ...order?.write, lines: null } },
    { ...order, write: { ...order?.write, total: undefined } },
    { ...profile, write: { ...profile?.write, change: null } },
    { ...rider, write: { ...rider?.write, id: null } },
  ]
  expect(upgraded([...damaged, ...entries, ...damaged])).toEqual(entries)
  for (const other of [null, undefined, 7, {}]) expect(upgraded(other)).toEqual([])
})
