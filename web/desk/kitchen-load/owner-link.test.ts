import { expect, test } from 'vitest'
import { ownerLink } from './owner-link.ts'

test('the owner link names the order, its waiting time and the amount', () => {
  const link = new URL(ownerLink('+2348031234567', { code: '7Q4M2K', minutes: 6, amount: '₦18,400' }))
  expect(link.origin + link.pathname).toBe('https://wa.me/2348031234567')
  expect(link.searchParams.get('text')).toBe(
    'Order 7Q4M2K over ₦18,400 has waited 6 minutes, and nobody has acknowledged it.',
  )
})

test('SAFE-10: the owner link of a cook, who sees no sums, leaves out the amount', () => {
  expect(new URL(ownerLink('+2348031234567', { code: '7Q4M2K', minutes: 1 })).searchParams.get('text')).toBe(
    'Order 7Q4M2K has waited a minute, and nobody has acknowledged it.',
  )
})
