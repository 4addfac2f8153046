/** Parses whole naira as people type them: '₦18,400', '18 400', 'N18400'. Undefined for anything else. */
export function typedAmount(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^[₦N]/i, '')
    .replace(/[\s,]/g, '')
    .replace(/\.00?$/, '')
  return /^\d{1,12}$/.test(plain) ? Number(plain) : undefined
}
