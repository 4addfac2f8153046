// Marks the document where this browser's cart is empty, so that the style sheet shows it before the page is hydrated.
document.documentElement.toggleAttribute('data-empty-cart', isEmpty())

function isEmpty(): boolean {
  try {
    return !localStorage.getItem('cart')?.includes('"itemId"')
  } catch {
    return true
  }
}
