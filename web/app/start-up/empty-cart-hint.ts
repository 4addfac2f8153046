// Tells the style sheet before the app starts that this browser's cart is empty, so that the empty cart is shown at once.
document.documentElement.toggleAttribute('data-empty-cart', isEmpty())

function isEmpty(): boolean {
  try {
    return !localStorage.getItem('cart')?.includes('"itemId"')
  } catch {
    return true
  }
}
