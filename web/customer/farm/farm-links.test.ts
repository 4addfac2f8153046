import { expect, test } from 'vitest'
import { farmOrderLink, farmVideoLink } from './farm-links.ts'

const restaurant = { name: 'Mama & Co', whatsapp: '+2348000004462' }

test('FARM-1: the chat link of the farm names what the farm sells', () => {
  expect(new URL(farmOrderLink({ ...restaurant, sells: 'a ram' })).searchParams.get('text')).toBe(
    'Hello Mama & Co, I would like to order a ram from your farm. What do you have?',
  )
  expect(new URL(farmVideoLink(restaurant)).searchParams.get('text')).toBe(
    'Hello Mama & Co, please send me a video of what you have.',
  )
})
