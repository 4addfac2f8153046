import type { Page } from '@playwright/test'
import { fakeStar } from '../support/fake-printer.ts'
import { check, desktop } from './accessible.ts'
import { card, codeOf, coke, enterAs, panelOf, placeOrder } from './order-desk.ts'
import { visit } from './ordering.ts'
import { expect, type Restaurant, signInStaff, testWith } from './restaurant.ts'
import { expectToast } from './toasts.ts'

// A printer gets the tickets of every order, so these tests have a restaurant of their own.
const test = testWith({})

/** Adds a printer in the office. Returns the sheet with the printer's address, and a fake printer that polls there. */
async function addStar(page: Page, restaurant: Restaurant, name: string) {
  await page.getByRole('button', { name: 'Add printer' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add printer' })
  await sheet.getByRole('textbox', { name: 'Name' }).fill(name)
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  const made = page.getByRole('dialog', { name: `Address for ${name}` })
  const address = (await made.getByText('/api/star/').textContent()) ?? ''
  expect(address).toMatch(new RegExp(`^${restaurant.url}/api/star/[a-z0-9]{24}$`))
  return {
    made,
    printer: fakeStar((path, init) => fetch(restaurant.url + path, init), address.split('/').at(-1) ?? ''),
  }
}

test('REACH-3: the owner adds a printer, reads its address, prints a test page, and changes and removes the printer', async ({
  page,
  restaurant,
}) => {
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/office/settings/printers')
  await expect(page.getByText('No printer yet.')).toBeVisible()
  await check(page)
  await page.getByRole('button', { name: 'Add printer' }).click()
  const form = page.getByRole('dialog', { name: 'Add printer' })
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('Name it after its place')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await form.getByRole('checkbox', { name: /some categories only/ }).check()
  await check(page, { within: form })
  await page.keyboard.press('Escape')

  const { made, printer } = await addStar(page, restaurant, 'Grill')
  await check(page, { within: made })
  await made.getByRole('button', { name: 'Done' }).click()
  const shown = page.getByRole('article', { name: 'Grill' })
  await expect(shown).toContainText('Has not polled yet.')
  await shown.getByRole('button', { name: 'Test page on Grill' }).click()
  await expect(page.getByText('The test page prints when Grill polls next.')).toBeVisible()
  expect(await printer.run()).toBe(true)
  await expect(shown).toContainText('Ready')
  await check(page)

  await shown.getByRole('button', { name: 'Change Grill' }).click()
  const change = page.getByRole('dialog', { name: 'Change Grill' })
  await change.getByRole('textbox', { name: 'Name' }).fill('Charcoal grill')
  await change.getByRole('checkbox', { name: /some categories only/ }).check()
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(change.getByText('Choose at least one category.')).toBeVisible()
  await change.getByRole('group', { name: 'Categories' }).getByRole('checkbox').first().check()
  await change.getByRole('button', { name: 'Save' }).click()
  const renamed = page.getByRole('article', { name: 'Charcoal grill' })
  await expect(renamed).toContainText('Kitchen tickets of ')

  await renamed.getByRole('button', { name: 'Remove Charcoal grill' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('No printer yet.')).toBeVisible()
})

test('REACH-3: desk and kitchen show a printer that never connected or is out of paper, and its unprinted orders, until the printer prints again', async ({
  page,
  browser,
  restaurant,
  desk,
  customer,
}) => {
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/office/settings/printers')
  const { printer } = await addStar(page, restaurant, 'Grill')
  const order = await desk.pay(await placeOrder(customer, { items: [coke] }))
  await visit(page, '/office')
  const never = 'Grill has never connected. Enter its address in the printer.'
  await expect(page.getByRole('listitem').filter({ hasText: never })).toContainText(`Not printed: ${codeOf(order)}.`)
  await enterAs(page, restaurant, 'cashier')
  await expect(page.getByText(never)).toContainText(`Not printed: ${codeOf(order)}.`)
  await printer.fault('paper-out')
  const notice = page.getByText('Grill is out of paper.')
  await expect(notice).toContainText(`Not printed: ${codeOf(order)}.`)
  await check(page)
  await page.setViewportSize(desktop)
  const kitchen = await browser.newPage({ baseURL: restaurant.url })
  await signInStaff(kitchen.request, restaurant, 'kitchen')
  await visit(kitchen, '/kitchen')
  await expect(kitchen.getByText('Grill is out of paper.')).toContainText(codeOf(order))
  const second = await desk.pay(await placeOrder(customer, { items: [coke] }))
  await expect(notice).toContainText(codeOf(second))

  await printer.poll()
  await expect(notice).toBeHidden()
  await expect(kitchen.getByText('Grill is out of paper.')).toBeHidden()
  while (await printer.run());
  expect(printer.paper).toHaveLength(2)

  const panel = await panelOf(page, order)
  await panel.getByRole('button', { name: `Print ${codeOf(order)}` }).click()
  await expectToast(page, `${codeOf(order)} waits for Grill.`, () =>
    panel.getByRole('button', { name: 'Kitchen ticket on Grill' }).click(),
  )
  await printer.run()
  // A reprint has one more line, which marks it as a reprint.
  expect(printer.paper[2]?.height).toBeGreaterThan(printer.paper[0]?.height ?? 0)
  await expect(card(page, second)).toBeVisible()
})
