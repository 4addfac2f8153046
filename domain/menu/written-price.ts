import { writtenAmount } from '../money/amount.ts'
import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'
import { shown } from '../text/words.ts'

/** The texts that people write around a price: '₦', '#', '=N=', 'N', 'NGN', 'naira', 'only', '/-', '/='. */
const currency = /=n=|ngn|[₦#]|^n(?=[\s\d])|\bnaira\b|\bonly\b|\/[-=]$/gi

/**
 * Returns the price of a cell, or a sentence if the cell has no price or an ambiguous price. Understands the thousands
 * separators used in Nigeria.
 */
export function writtenPrice(written: string): Naira | string {
  if (written === '') return 'is missing.'
  const plain = written.replace(currency, ' ').trim()
  if (/\d\s*(?:[-–—/|&]|\bto\b|\bor\b)\s*\d/i.test(plain)) {
    return `“${shown(written)}” is more than one price. Give each size a row of its own, with its price.`
  }
  if (/^from\b|\+$/i.test(plain)) {
    return `“${shown(written)}” is the lowest of several prices. Give each size a row of its own, with its price.`
  }
  const [, thousands] = /^(\d{1,4}(?:\.\d{1,3})?)\s*k$/i.exec(plain) ?? []
  const amount = thousands === undefined ? writtenAmount(plain) : Math.round(Number(thousands) * 1000)
  if (/\d\.\d{3}$/.test(plain) || (plain.includes(',') && !isParted(plain))) {
    return `“${shown(written)}” can be read in two ways. Write the price in digits alone, such as 4500.`
  }
  if (amount === undefined) return `“${shown(written)}” is no price.`
  if (amount < 0 || Object.is(amount, -0)) return `${shown(written)} is below zero.`
  if (!Number.isInteger(amount)) return `${shown(written)} is not in whole naira.`
  if (amount > Money.highestPrice) return `${shown(written)} is more than ${Money.format(Money.highestPrice)}.`
  return Money.naira(amount)
}

/** Returns true if commas separate thousands, or the kobo of a price whose thousands are separated by dots. */
function isParted(plain: string): boolean {
  return /^\D*\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?\D*$/.test(plain) || /^\D*\d{1,3}(?:\.\d{3})+,\d{1,2}\D*$/.test(plain)
}
