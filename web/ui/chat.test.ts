import { expect, test } from 'vitest'
import { inquiryLink, paymentLink } from './chat.ts'

const restaurant = { name: 'Mama & Co', whatsapp: '+2348000004462' }

test('FRAME-4: the link for an inquiry opens the restaurant’s WhatsApp chat with a text', () => {
  const link = new URL(inquiryLink(restaurant))
  expect(link.origin + link.pathname).toBe('https://wa.me/2348000004462')
  expect(link.searchParams.get('text')).toBe('Hello Mama & Co, I would like to ask about your menu.')
})

test('PAY-3: the chat link on the payment page names the order and the amount', () => {
  expect(new URL(paymentLink(restaurant, '7Q4M2K', '₦18,400')).searchParams.get('text')).toBe(
    'Hello Mama & Co, this is about my transfer of ₦18,400 for order 7Q4M2K.',
  )
})
