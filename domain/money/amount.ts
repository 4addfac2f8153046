const longest = 40

/** Marks of an outgoing amount: a parenthesis, any dash, or the bank's DR before or after the digits. */
const outgoing = /^[^\d]*\(|[-\u2010-\u2015\u2212]|(?:DR|DB|DEBIT|\dD)\.?$|^(?:DR|DB)\b/

const currency = /NGN|NAIRA|=N=|GHS|KSHS?|KES|XOF|XAF|F?CFA|USD|EUR|GBP|[₦#\p{Sc}]|^N(?=[\d(+-])/gu
const signs = /[()+\s'\u2019\u2010-\u2015\u2212-]|(?:CREDIT|DEBIT|CR|DR|DB|(?<=\d)[CD])\.?$|^(?:CR|DR|DB)/g

/**
 * Returns the naira in a text as people and banks write it: '₦12,500.00', 'NGN -5,000', '12.500,00', '₦(300.00)',
 * '300.00CR', '500DR', '−20'. Outgoing money is negative. Undefined for other texts.
 */
export function writtenAmount(written: string): number | undefined {
  if (written.length > longest) return undefined
  const bare = written.toUpperCase().replace(currency, '').trim()
  const plain = bare.replace(signs, '').replace(signs, '')
  const hasDecimalComma = /^\d{1,3}(?:\.\d{3})*,\d{1,2}$|^\d+,\d{1,2}$/.test(plain)
  const figures = hasDecimalComma ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', '')
  if (!/^\d{0,12}(?:\.\d{1,2})?$/.test(figures) || figures === '') return undefined
  return outgoing.test(bare) ? -Number(figures) : Number(figures)
}
