// Marks the document by this browser's stored state, so the style sheet acts before hydration: it shows the empty
// cart, and reserves the place of the open order (web/customer/frame/frame.tsx). The cookie is `hintCookie` of the
// contract, written out because this script imports nothing.
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
    // Storage is forbidden.
  }
  document.documentElement.toggleAttribute(attribute, on)
}
