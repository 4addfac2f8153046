// Marks the document by what this browser keeps, so that the style sheet can act before the page is hydrated: it shows the
// empty cart, and it reserves the place of the order under way (web/customer/frame/frame.tsx).
// The cookie is `hintCookie` of the contract, spelt out because this script loads nothing.
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
