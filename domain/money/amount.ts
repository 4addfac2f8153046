/**
 * Parses money as people and banks write it: '₦12,500.00', 'NGN 12500', '12.500,00', '(300.00)', '300 CR'. Negative for
 * money that went out.
 */
export function writtenAmount(written: string): number | undefined {
  const goesOut = /^\(.*\)$|^-|\bdr\b|-$/i.test(written)
  const plain = written.replace(/ngn|[₦()+\s'-]|\b[cd]r\b|^n/gi, '')
  const figures = /^\d{1,3}(?:\.\d{3})*,\d{1,2}$/.test(plain)
    ? plain.replaceAll('.', '').replace(',', '.')
    : plain.replaceAll(',', '')
  if (!/^\d{1,12}(?:\.\d{1,2})?$/.test(figures)) return undefined
  return goesOut ? -Number(figures) : Number(figures)
}
