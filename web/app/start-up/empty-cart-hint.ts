// Tells the style sheet that this browser's cart is empty, long before the page can: nobody should wait for a script to
// read that there is nothing.
document.documentElement.toggleAttribute('data-empty-cart', isEmpty())

function isEmpty(): boolean {
  try {
    return !localStorage.getItem('cart')?.includes('"itemId"')
  } catch {
    return true
  }
}
