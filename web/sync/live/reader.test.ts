import { expect, test } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import { type News, type Position, read, scopesOf } from './reader.ts'

const dish = { type: 'item.changed', subject: 'asun', version: 2, data: {} } as LiveEvent
const order = { type: 'order.ready', subject: '7Q4M2KX9A', version: 3, data: {} } as LiveEvent
const ada = scopesOf(['menu', 'orders'], 'ada')
const at = (cursor: string | undefined, followed?: readonly string[]): Position => ({ cursor, followed })
const news = (from: string, cursor: string, scopes: readonly string[], more: Partial<News['changes']> = {}): News => ({
  from,
  scopes,
  changes: { cursor, reset: false, events: [], ...more },
})

test('news that go on from where the tab is move it on', () => {
  expect(read(at('1', ada), ada, news('1', '2', ada, { events: [dish, order] }))).toEqual({
    position: at('2', ada),
    events: [dish, order],
    anew: [],
    gap: false,
  })
})

test('what a page begins with holds for all that it follows first', () => {
  expect(read(at('1'), ada, news('1', '2', ada)).anew).toEqual([])
  expect(read(at(undefined), ada, news('1', '2', ada)).anew).toEqual(['menu', 'orders'])
})

test('a stream that is elsewhere leaves a gap: its events count, its cursor does not', () => {
  const reading = read(at('1', ada), ada, news('5', '6', ada, { events: [dish] }))
  expect(reading).toEqual({ position: at('1', ada), events: [dish], anew: [], gap: true })
  expect(read(at('6', ada), ada, news('5', '6', ada)).gap).toBe(false)
})

test('a reset leaves no gap: everything is read anew', () => {
  expect(read(at('1', ada), ada, news('5', '6', ada, { reset: true }))).toEqual({
    position: at('6', ada),
    events: [],
    anew: ['menu', 'orders'],
    gap: false,
  })
})

test('a topic that the stream has only now is read anew once', () => {
  const before = read(at('1', ['menu']), ada, news('1', '2', ['menu']))
  expect(before.anew).toEqual([])
  const first = read(before.position, ada, news('2', '3', ada))
  expect(first.anew).toEqual(['orders'])
  expect(read(first.position, ada, news('3', '4', ada)).anew).toEqual([])
})

test('what is one person’s never comes to a page that is signed out, or another’s', () => {
  const happened = news('1', '2', ada, { events: [dish, order] })
  expect(read(at('1'), ['menu'], happened).events).toEqual([dish])
  expect(read(at('1'), scopesOf(['menu', 'orders'], 'obi'), happened).events).toEqual([dish])
  expect(read(at('1'), scopesOf(['orders'], 'obi'), happened).events).toEqual([])
})

test('the orders of one person hold nothing for the next who signs in', () => {
  const obi = scopesOf(['menu', 'orders'], 'obi')
  expect(read(at('1', ada), obi, news('1', '2', obi)).anew).toEqual(['orders'])
})
