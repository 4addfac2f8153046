import { expect, test } from 'vitest'
import { farmOrderLink, farmVideoLink, inquiryLink, ownerLink, paymentLink } from './chat.ts'

const restaurant = { name: 'Mama & Co', whatsapp: '+2348000004462' }

test('FRAME-4: the inquiry link opens the restaurant’s chat with a text', () => {
  const link = new URL(inquiryLink(restaurant))
  expect(link.origin + link.pathname).toBe('https://wa.me/2348000004462')
  expect(link.searchParams.get('text')).toBe('Hello Mama & Co, I would like to ask about your menu.')
})

test('PAY-3: the payment link names the order and the amount', () => {
  expect(new URL(paymentLink(restaurant, '7Q4M2K', '₦18,400')).searchParams.get('text')).toBe(
    'Hello Mama & Co, this is about my transfer of ₦18,400 for order 7Q4M2K.',
  )
})

test('FARM-1: a chat with the farm names what the farm sells', () => {
  expect(new URL(farmOrderLink({ ...restaurant, sells: 'a ram' })).searchParams.get('text')).toBe(
    'Hello Mama & Co, I would like to order a ram from your farm. What do you have?',
  )
  expect(new URL(farmVideoLink(restaurant)).searchParams.get('text')).toBe(
    'Hello Mama & Co, please send me a video of what you have.',
  )
})

test('the owner link names the order, its waiting time and the amount', () => {
  const link = new URL(ownerLink('+2348031234567', { code: '7Q4M2K', minutes: 6, amount: '₦18,400' }))
  expect(link.origin + link.pathname).toBe('https://wa.me/2348031234567')
  expect(link.searchParams.get('text')).toBe(
    'Order 7Q4M2K over ₦18,400 has waited 6 minutes, and nobody has acknowledged it.',
  )
})
