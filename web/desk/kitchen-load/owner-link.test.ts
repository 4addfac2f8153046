import { expect, test } from 'vitest'
import { ownerLink } from './owner-link.ts'

test('the link by which the desk messages the owner names the order, its waiting time and the amount', () => {
  const link = new URL(ownerLink('+2348031234567', { code: '7Q4M2K', minutes: 6, amount: '₦18,400' }))
  expect(link.origin + link.pathname).toBe('https://wa.me/2348031234567')
  expect(link.searchParams.get('text')).toBe(
    'Order 7Q4M2K over ₦18,400 has waited 6 minutes, and nobody has acknowledged it.',
  )
})

test('SAFE-10: the link by which a cook messages the owner leaves out the amount', () => {
  expect(new URL(ownerLink('+2348031234567', { code: '7Q4M2K', minutes: 1 })).searchParams.get('text')).toBe(
    'Order 7Q4M2K has waited a minute, and nobody has acknowledged it.',
  )
})
