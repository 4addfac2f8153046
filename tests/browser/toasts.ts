import { expect, type Page } from '@playwright/test'

/** Presses, and waits for a toast. The page records its toasts, because a toast may end before the test looks. */
export async function expectToast(page: Page, text: string, press: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    const toasts: string[] = []
    Object.assign(window, { toasts })
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[role=status][popover] p')) toasts.push(toast.textContent)
    }).observe(document.body, { childList: true, subtree: true })
  })
  await press()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { toasts: string[] }).toasts.join('\n')))
    .toContain(text)
}
