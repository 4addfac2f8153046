import { createHmac } from 'node:crypto'
import { orderCode, orderId, orderIdAlphabet } from '#domain/order/quote.ts'

/** Codes that the server derives from an order's id and the server's own secret. */
export type PrivateCodes = {
  /** Returns the code by which a message proves that its writer has opened this order's page. */
  readonly codeOf: (order: string) => string
  /** Returns the code of the private link in a guest's messages. */
  readonly linkOf: (order: string) => string
}

export function privateCodes(secret: string): PrivateCodes {
  const hash = (use: string, order: string) => createHmac('sha256', secret).update(`${use} ${order}`).digest()
  return {
    codeOf: (order) => orderId(hash('conversation', order)),
    linkOf: (order) => hash('conversation link', order).toString('base64url'),
  }
}

/** Returns the text with which a customer opens the conversation of an order. */
export function openingText(restaurant: string, order: string, code: string): string {
  return `Hello ${restaurant}, please send me updates on order ${orderCode(order)}. (Code ${code})`
}

const words = new RegExp(`(?<![\\p{L}\\d])(?:[${orderIdAlphabet}]{9}|[${orderIdAlphabet}]{6})(?![\\p{L}\\d])`, 'gu')

/** Returns the order codes and the private codes in a message. */
export function codesIn(text: string): { orders: string[]; codes: string[] } {
  const found = [...text.toUpperCase().matchAll(words)].map(([word]) => word)
  const named = (length: number) => [...new Set(found.filter((word) => word.length === length))].slice(0, 5)
  return { orders: named(6), codes: named(9) }
}
