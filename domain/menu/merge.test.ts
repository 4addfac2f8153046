import { expect, test } from 'vitest'
import { merged } from './merge.ts'

type Dish = { readonly id: string; readonly price: number; readonly name?: string; readonly photo?: string }
const menu = (categories: Record<string, readonly Dish[]>, title = 'Menu') =>
  Object.entries(categories).map(([id, items]) => ({ id, title, items }))

const suya = { id: 'suya', price: 3900 }
const yam = { id: 'yam', price: 6100 }
const rice = { id: 'rice', price: 2500 }
const base = menu({ grills: [suya, rice], swallow: [yam] })

test('OWNER-1: two drafts of one menu are merged by dish and field, with additions, removals and the changed order of either', () => {
  const chops = { id: 'chops', price: 1500 }
  const mine = menu({
    grills: [
      { ...rice, photo: 'a' },
      { ...suya, photo: 'b' },
    ],
    swallow: [yam],
  })
  const theirs = menu({ grills: [{ ...suya, price: 3500 }, chops, rice], swallow: [] })
  const both = menu({
    grills: [{ ...rice, photo: 'a' }, { ...suya, price: 3500, photo: 'b' }, chops],
    swallow: [],
  })
  for (const side of ['mine', 'theirs'] as const) expect(merged(base, { mine, theirs }, side)).toEqual(both)
  expect(merged(base, { mine: theirs, theirs: mine }, 'mine')).toEqual(both)
})

test('OWNER-1: a field that both drafts changed gets the value of the chosen draft, and all other changes of both are kept', () => {
  const mine = menu({ grills: [{ ...suya, price: 4000, name: 'Suya' }, rice], swallow: [yam] })
  const theirs = menu({
    grills: [
      { ...suya, price: 3500 },
      { ...rice, price: 2600 },
    ],
    swallow: [yam],
  })
  const prices = (side: 'mine' | 'theirs') => merged(base, { mine, theirs }, side)[0]?.items
  expect(prices('mine')).toEqual([
    { ...suya, price: 4000, name: 'Suya' },
    { ...rice, price: 2600 },
  ])
  expect(prices('theirs')).toEqual([
    { ...suya, price: 3500, name: 'Suya' },
    { ...rice, price: 2600 },
  ])
})

test('OWNER-1: a dish that one draft moved and the other changed is on the merged menu once', () => {
  const mine = menu({ grills: [rice], swallow: [yam, suya] })
  const theirs = menu({ grills: [{ ...suya, price: 3500 }, rice], swallow: [yam] })
  const places = (side: 'mine' | 'theirs') =>
    merged(base, { mine, theirs }, side).map(({ items }) => items.map(({ id }) => id))
  expect(places('mine')).toEqual([['rice'], ['yam', 'suya']])
  expect(places('theirs')).toEqual([['suya', 'rice'], ['yam']])
})
