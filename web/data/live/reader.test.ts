import { expect, test } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import { type Batch, type Position, read, scopesOf } from './reader.ts'

const dish = { type: 'item.changed', subject: 'asun', version: 2, data: {} } as LiveEvent
const menu = { type: 'menu.published', subject: 'menu', version: 2, data: {} } as LiveEvent
const order = { type: 'order.ready', subject: '7Q4M2KX9A', version: 3, data: {} } as LiveEvent
const ada = scopesOf(['menu', 'orders'], 'ada')
const at = (cursor: string | undefined, followed?: readonly string[]): Position => ({ cursor, followed })
const batch = (
  from: string,
  cursor: string,
  scopes: readonly string[],
  more: Partial<Batch['changes']> = {},
): Batch => ({
  from,
  scopes,
  changes: { cursor, reset: false, events: [], ...more },
})

test('a batch that begins at the tab’s cursor is applied and moves the tab’s cursor to the end of the batch', () => {
  expect(read(at('1', ada), ada, batch('1', '2', ada, { events: [dish, order] }))).toEqual({
    position: at('2', ada),
    events: [dish, order],
    reread: [],
    gap: false,
  })
})

test('OWNER-4: a page that follows only the menu topic gets the event of changed settings', () => {
  const settings = { type: 'settings.changed', subject: 'settings', version: 0, data: {} } as const
  expect(read(at('1', ['menu']), ['menu'], batch('1', '2', ['menu'], { events: [settings] })).events).toEqual([
    settings,
  ])
})

test('a page’s first cursor applies to all topics, and a page without a cursor requests the data of every topic again', () => {
  expect(read(at('1'), ada, batch('1', '2', ada)).reread).toEqual([])
  expect(read(at(undefined), ada, batch('1', '2', ada)).reread).toEqual(['menu', 'orders'])
})

test('if a batch begins at another cursor than the tab’s, the tab applies the batch’s events, keeps its cursor and reports a gap', () => {
  const reading = read(at('1', ada), ada, batch('5', '6', ada, { events: [dish] }))
  expect(reading).toEqual({ position: at('1', ada), events: [dish], reread: [], gap: true })
  expect(read(at('6', ada), ada, batch('5', '6', ada)).gap).toBe(false)
})

test('after a reset, the tab requests the data of every topic again and reports no gap', () => {
  expect(read(at('1', ada), ada, batch('5', '6', ada, { reset: true }))).toEqual({
    position: at('6', ada),
    events: [],
    reread: ['menu', 'orders'],
    gap: false,
  })
})

test('after a tab follows another topic, the first batch with this topic makes the tab request the topic’s data again, and later batches do not', () => {
  const before = read(at('1', ['menu']), ada, batch('1', '2', ['menu']))
  expect(before.reread).toEqual([])
  const first = read(before.position, ada, batch('2', '3', ada))
  expect(first.reread).toEqual(['orders'])
  expect(read(first.position, ada, batch('3', '4', ada)).reread).toEqual([])
})

test('events of one account never reach a page that is signed out or signed in with another account', () => {
  const both = batch('1', '2', ada, { events: [dish, menu, order] })
  expect(read(at('1'), ['menu'], both).events).toEqual([dish, menu])
  expect(read(at('1'), scopesOf(['menu', 'orders'], 'obi'), both).events).toEqual([dish, menu])
  expect(read(at('1'), scopesOf(['orders'], 'obi'), both).events).toEqual([])
})

test('when another account signs in, the orders of that account are requested', () => {
  const obi = scopesOf(['menu', 'orders'], 'obi')
  expect(read(at('1', ada), obi, batch('1', '2', obi)).reread).toEqual(['orders'])
})
