import { chromium, type Locator, type Page } from '@playwright/test'
import { card, group, visit } from '#tests/browser/ordering.ts'
import { browserFlags, findBrowser } from '../tools/browser.ts'
import { buildWhatIsMissing } from '../tools/build-missing.ts'
import { figure } from './figures.ts'

/** Milliseconds in which a press should show its effect at a CPU slowed down four times. */
const goal = 100

/** Prints how long the customiser takes to open and to tick a choice at 360 px, beside an empty dialog of the browser. */
export async function customiser(url: string): Promise<void> {
  await buildWhatIsMissing()
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags })
  try {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
    const { opening, ticking, bare } = await measure(await browser.newPage({ ...phone, baseURL: url }))
    const slowed = 'at a CPU slowed down 4 times'
    const beside = { what: 'opening an empty dialog', value: bare }
    figure({ what: `opening the customiser ${slowed}`, value: opening, unit: 'ms', limit: goal, beside })
    figure({ what: `ticking a choice ${slowed}`, value: ticking, unit: 'ms', limit: goal })
  } finally {
    await browser.close()
  }
}

async function measure(page: Page): Promise<{ opening: number; ticking: number; bare: number }> {
  await visit(page, '/menu/grills')
  const add = card(page, 'Half Grilled Chicken').getByRole('button', { name: /Add to Cart/ })
  const dialog = page.getByRole('dialog')
  const close = async () => {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  // The first opening loads the chunk of the customiser and is not measured.
  await add.click()
  await dialog.waitFor()
  await close()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const opening = await median(async () => {
    const time = await pressTime(add, 'dialog[open] fieldset [type=radio]')
    await close()
    return time
  })
  const bare = await median(() => page.evaluate(openEmptyDialog))
  await add.click()
  const sides = group(dialog, 'Free side').getByRole('radio')
  let turn = 0
  const ticking = await median(() => pressTime(sides.nth(turn++ % 2), 'dialog[open] :checked'))
  return { opening, ticking, bare }
}

/** The median of ten measurements. */
async function median(time: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 10; turn++) times.push(await time())
  return times.sort((a, b) => a - b)[5] ?? Number.POSITIVE_INFINITY
}

/** Milliseconds from a press to the painted frame in which `shown`, a CSS selector, matches. */
function pressTime(press: Locator, shown: string): Promise<number> {
  return press.evaluate(async (element, shown) => {
    const began = performance.now()
    ;(element as HTMLElement).click()
    do await new Promise(requestAnimationFrame)
    while (!document.querySelector(shown))
    // The frame is painted before the next task runs.
    await new Promise((resolve) => setTimeout(resolve))
    return performance.now() - began
  }, shown)
}

/** Milliseconds that the browser itself takes to open a dialog. */
async function openEmptyDialog(): Promise<number> {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.append('open')
  const began = performance.now()
  dialog.showModal()
  await new Promise(requestAnimationFrame)
  await new Promise((resolve) => setTimeout(resolve))
  const time = performance.now() - began
  dialog.remove()
  return time
}
