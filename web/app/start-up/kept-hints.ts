// Marks the document with this browser's stored state, so that the style sheet can show the empty cart and reserve the
// place of the open order before hydration. This script imports nothing, so the cookie (`hintCookie` of the contract)
// is written out.
mark('data-empty-cart', () => !localStorage.getItem('cart')?.includes('"itemId"'), true)
mark(
  'data-order-under-way',
  () => localStorage.getItem('order-under-way') === '1' && document.cookie.includes('buka_signed_in='),
  false,
)

function mark(attribute: string, isMarked: () => boolean, withoutStorage: boolean) {
  let on = withoutStorage
  try {
    on = isMarked()
  } catch {
    // Storage is forbidden, so `withoutStorage` decides.
  }
  document.documentElement.toggleAttribute(attribute, on)
}
