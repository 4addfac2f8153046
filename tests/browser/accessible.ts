import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import axe from 'axe-core'

// The minified file loads faster.
const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
export const phone = { width: 360, height: 740 }
export const desktop = { width: 1440, height: 900 }

type Look = {
  readonly sizes?: readonly { width: number; height: number }[]
  /** The only part to check, because the page around it is tested separately. */
  readonly within?: string | Locator
}

/**
 * Checks the accessibility of the current screen on phone and desktop, in light and dark. Also checks that a narrow
 * phone does not scroll sideways, even with text at 200 %.
 */
export async function check(page: Page, { sizes = [phone, desktop], within }: Look = {}): Promise<void> {
  const schemes = ['light', 'dark'] as const
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size)
    // Every change of the scheme repaints the page, so the second size begins with the last scheme of the first size.
    for (const colorScheme of at === 0 ? schemes : schemes.toReversed()) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(settle)
      await page.evaluate(uncover, true)
      // The dark scheme differs only in colours, so only the contrast is checked in it.
      const runOnly = colorScheme === 'light' ? rules : ['color-contrast']
      const { violations, passes } = await look(page, within, runOnly)
      await page.evaluate(uncover, false)
      expect(passes.length, 'axe found something to look at').toBeGreaterThan(0)
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
      )
      expect(found, `${size.width} px, ${colorScheme}`).toEqual([])
    }
  }
  if (sizes.includes(phone)) await checkNarrow(page)
}

/** Runs axe. Loads its large script once per page. */
async function look(page: Page, within: string | Locator | undefined, runOnly: string[]): Promise<axe.AxeResults> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${source};axe.configure({ noHtml: true })`)
  const part = typeof within === 'object' ? await within.elementHandle() : within
  return page.evaluate(
    ([part, runOnly]) => axe.run(part ?? document, { runOnly, resultTypes: ['violations'], preload: false }),
    [part, runOnly] as const,
  )
}

/**
 * Uncovers what axe checks, or undoes that. A dock that is fixed to the screen moves to the page's end. An open dialog
 * gets a high z-index, because axe does not know that a dialog lies above the sticky parts of the page.
 */
function uncover(is: boolean): void {
  for (const dialog of document.querySelectorAll<HTMLElement>('dialog[open]')) dialog.style.zIndex = is ? '9999' : ''
  const dock = document.querySelector<HTMLElement>('aside[aria-label="Chat and next step"]')
  if (!dock) return
  dock.style.position = ''
  if (is && getComputedStyle(dock).position === 'sticky') dock.style.position = 'static'
}

/** Scrolls to the top, where the navigation bar covers nothing, and waits for the end of animations. */
async function settle(): Promise<void> {
  window.scrollTo(0, 0)
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
  await frame()
  await frame()
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  // Wait at most 3 s, because the promise `finished` of a removed element's animation never settles.
  const patience = new Promise((resolve) => setTimeout(resolve, 3000))
  await Promise.race([patience, Promise.allSettled(ending.map(({ finished }) => finished))])
}

export async function checkNarrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await checkWidth(page, 'at 320 px')
  // Staff screens run on computers, tablets and riders' phones, so large text is checked at a usual phone's width.
  const isOfStaff = await page.evaluate(() => document.querySelector('main ~ footer') === null)
  if (isOfStaff) await page.setViewportSize(phone)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await checkWidth(page, `at ${isOfStaff ? phone.width : 320} px with text at 200 %`)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize(phone)
}

async function checkWidth(page: Page, where: string): Promise<void> {
  await page.evaluate(settle)
  const wide = await page.evaluate(() => {
    // An open sheet or menu cuts off wider content, so its parts are checked too.
    const opened = [...document.querySelectorAll('dialog[open], :popover-open')]
    const scrolled = opened.flatMap((each) => [...each.querySelectorAll('*')])
    const boxes = [
      document.documentElement,
      ...opened,
      ...scrolled.filter((box) => ['auto', 'scroll'].includes(getComputedStyle(box).overflowX)),
    ]
    const tooWide = boxes.filter((box) => box.scrollWidth > box.clientWidth)
    return tooWide.flatMap((box) => {
      const { right } = box.getBoundingClientRect()
      const beyond = [...box.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > right)
      return [box, ...beyond].map(({ outerHTML }) => outerHTML.slice(0, 300))
    })
  })
  expect(wide, `scrolls sideways ${where}`).toEqual([])
}
