import { expect, test } from 'vitest'
import { farmOrderLink, farmVideoLink } from './farm-links.ts'

const restaurant = { name: 'Mama & Co', whatsapp: '+2348000004462' }

test('FARM-1: the farm’s chat link names the product to order', () => {
  expect(new URL(farmOrderLink({ ...restaurant, sells: 'a ram' })).searchParams.get('text')).toBe(
    'Hello Mama & Co, I would like to order a ram from your farm. What do you have?',
  )
  expect(new URL(farmVideoLink(restaurant)).searchParams.get('text')).toBe(
    'Hello Mama & Co, please send me a video of what you have.',
  )
})
