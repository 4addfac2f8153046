import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { CategoryPage } from '#contract/menu/menu.ts'
import type { PublishedMenu } from '#contract/menu/menu-document.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { idOf, phonePhoto } from '../support/photos.ts'
import { check, desktop, phone } from './accessible.ts'
import { visit, visitLive } from './ordering.ts'
import { expect, type Restaurant, signInStaff, test } from './restaurant.ts'
import { expectToast } from './toasts.ts'

// All tests share one restaurant and one menu. Each test restores the menu.
test.describe.configure({ mode: 'serial' })

async function openEditor(page: Page, restaurant: Restaurant): Promise<void> {
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/office/menu')
  await expect(page.getByRole('list', { name: /^Dishes of/ })).toBeVisible()
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish' }).click()
  const sheet = page.getByRole('dialog', { name: 'Publish the menu' })
  await sheet.getByRole('button', { name: 'Publish' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('Everything is published.')).toBeVisible()
}

async function fromMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name, exact: true }).click()
}

async function openCategory(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name: 'Categories' }).getByRole('button', { name }).click()
}

async function undoPublishing(page: Page): Promise<void> {
  await fromMore(page, 'History')
  const sheet = page.getByRole('dialog', { name: 'History' })
  await sheet
    .getByRole('button', { name: /^Bring back version/ })
    .first()
    .click()
  await expect(sheet).toBeHidden()
}

async function giveUp(page: Page): Promise<void> {
  await fromMore(page, 'Give up changes')
  await page.getByRole('dialog').getByRole('button', { name: 'Give up all changes' }).click()
  await expect(page.getByText('Everything is published.')).toBeVisible()
}

test('OWNER-1: a menu draft continues in another browser, even after offline typing, and two browsers do not overwrite each other’s changes', async ({
  page,
  restaurant,
  browser,
}) => {
  await page.setViewportSize(phone)
  await openEditor(page, restaurant)
  await page.getByLabel('Category').selectOption({ value: 'grills' })
  await page.getByRole('list', { name: 'Dishes of Grills' }).getByRole('button').first().click()
  const name = (of: Page) => of.locator('input').and(of.getByLabel('Name', { exact: true }))
  await name(page).fill('Croaker of the morning')
  await expect(page.getByText('This draft is saved.')).toBeVisible()

  const laptop = await (await browser.newContext({ baseURL: restaurant.url })).newPage()
  await openEditor(laptop, restaurant)
  await expect(laptop.getByText('This draft is saved.')).toBeVisible()
  await openCategory(laptop, 'Grills')
  await laptop
    .getByRole('button', { name: /^Croaker of the morning/ })
    .first()
    .click()
  await name(laptop).fill('Croaker of the evening')
  await expect(laptop.getByText('This draft is saved.')).toBeVisible()

  await name(page).fill('Croaker of the night')
  const conflict = page.getByRole('alert').filter({ hasText: 'This draft was changed on another device' })
  await expect(conflict).toBeVisible()
  await check(page, { within: conflict })
  await page.setViewportSize(phone)
  await conflict.getByRole('button', { name: 'Use the other draft' }).click()
  await expect(name(page)).toHaveValue('Croaker of the evening')
  await name(page).fill('Croaker of the night')
  await expect(page.getByText('This draft is saved.')).toBeVisible()

  // The draft is saved after the network returns; leaving the page earlier needs a confirmation.
  await page.route('**/api/office/menu-draft', (route) =>
    route.request().method() === 'PUT' ? route.abort('connectionreset') : route.fallback(),
  )
  await name(page).fill('Croaker of the weekend')
  await expect(page.getByText('the draft is saved when the network is back')).toBeVisible()
  const question = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  await (await question).dismiss()
  await page.unroute('**/api/office/menu-draft')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('This draft is saved.')).toBeVisible()
  await page.reload()
  await page.getByLabel('Category').selectOption({ value: 'grills' })
  await expect(page.getByRole('button', { name: /^Croaker of the weekend/ }).first()).toBeVisible()
  const saved = await page.request.get('/api/office/menu-draft')
  expect(await saved.text()).toContain('Croaker of the weekend')
  await giveUp(page)
  expect((await (await page.request.get('/api/office/menu-draft')).json()).draft).toBeNull()
  await laptop.context().close()
})

test('OWNER-3: an owner at 360 px exports the menu, reads the errors of an edited CSV, imports the corrected file and undoes the import', async ({
  page,
  restaurant,
  browser,
}) => {
  await page.setViewportSize(phone)
  const customer = await (await browser.newContext({ baseURL: restaurant.url })).newPage()
  await visitLive(customer, '/menu/grills')
  await openEditor(page, restaurant)
  const stored = async () => (await page.request.get('/api/office/menu')).json()
  const before = await stored()

  await fromMore(page, 'Export')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Table (CSV)' }).click()
  const sheet = await readFile(await (await downloading).path(), 'utf8')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await fromMore(page, 'Import')
  const dialog = page.getByRole('dialog', { name: 'Import' })
  const choose = (label: string, text: string) =>
    dialog.getByLabel(label).setInputFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const row = sheet.trimEnd().split('\r\n').length + 1
  await choose('Choose a file (CSV or JSON)', `${sheet}Grills,Imported Suya,,six thousand\r\n,Imported Goat,,4000\r\n`)
  await expect(dialog.getByRole('alert')).toHaveText(/^2 errors\. Nothing is changed\./)
  await expect(dialog.getByRole('list', { name: 'Errors' }).getByRole('listitem')).toHaveText([
    `Row ${row}, column D (Price) “six thousand” is no price.`,
    `Row ${row + 1}, column A (Category) is missing.`,
  ])
  await expect(dialog.getByRole('button', { name: 'Put into the draft' })).toBeDisabled()
  await check(page, { within: 'dialog[open]' })
  await page.setViewportSize(phone)

  await choose('Choose another file', `${sheet}Grills,Imported Suya,,6000\r\nGrills,Imported Goat,,4000\r\n`)
  await expect(dialog.getByText(/^No errors\. 2 new, 0 changed, \d+ unchanged, 0 removed\.$/)).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'New dishes' })).toContainText(`Imported Suya (row ${row})`)
  expect(await stored()).toEqual(before)
  await dialog.getByRole('button', { name: 'Put into the draft' }).click()
  await expect(dialog).toBeHidden()
  await publish(page)
  const card = customer.getByRole('article', { name: 'Imported Suya' })
  await expect(card).toContainText('₦6,000')
  await undoPublishing(page)
  await expect(card).toHaveCount(0)
  expect(JSON.stringify((await stored()).categories)).toBe(JSON.stringify(before.categories))
  await customer.context().close()
})

test('OWNER-1: an owner previews a price rise for a category, finds the draft after a reload, and is asked before closing changed choices', async ({
  page,
  restaurant,
}) => {
  await openEditor(page, restaurant)
  await openCategory(page, 'Pizza')
  await fromMore(page, 'Change prices')
  const prices = page.getByRole('dialog', { name: 'Change prices' })
  await prices.getByLabel('By').fill('10')
  const list = prices.getByRole('list', { name: 'New prices' })
  // The sizes are one option group, and the preview names every dish that has the group.
  await expect(list).toContainText(/Size: .*₦[\d,]+ → ₦[\d,]+.*Margherita/)
  await prices.getByRole('button', { name: 'Put into the draft' }).click()
  await expect(page.getByText('This draft is saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('This draft is saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  const changes = page.getByRole('dialog').getByRole('list', { name: 'What changes' })
  await expect(changes).toContainText(/In \d+ dishes: .*Margherita/)
  await page.getByRole('button', { name: 'Close' }).click()
  await giveUp(page)

  await test.step('a new category that is closed without a name is not in the draft', async () => {
    const sheet = page.getByRole('dialog', { name: 'Category' })
    await page.getByRole('button', { name: 'New category' }).click()
    await expect(sheet.getByLabel('Name of the category')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(page.getByText('Everything is published.')).toBeVisible()
    // A form that is closed after a name was typed is kept in the draft.
    await page.getByRole('button', { name: 'New category' }).click()
    await sheet.getByLabel('Name of the category').fill('Small chops')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Categories' })).toContainText('Small chops')
    await giveUp(page)
  })

  await test.step('closing changed choices asks first', async () => {
    await page.getByRole('link', { name: 'Days' }).click()
    await page.getByRole('link', { name: 'Menu' }).click()
    await openCategory(page, 'Pizza')
    await page.getByRole('button', { name: /^Margherita/ }).click()
    await page.getByRole('button', { name: 'Edit Size' }).click()
    const sheet = page.getByRole('dialog', { name: 'Size' })
    const label = sheet.getByLabel('Name of the group')
    await label.fill('How large')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    // At the second or third Escape in a row, a browser closes a dialog even if the page prevents that, so press often.
    for (let count = 1; count <= 4; count += 1) {
      await page.keyboard.press('Escape')
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
      await expect(label).toBeVisible()
    }
    // The first press on Back removes the history entry of the sheet, the second the entry of the page. The page asks
    // once at each press.
    for (let count = 1; count <= 2; count += 1) {
      await page.evaluate(() => history.back())
      await question.getByRole('button', { name: 'Stay' }).click()
      await expect(question).toBeHidden()
      await expect(label).toHaveValue('How large')
    }
    await expect(page).toHaveURL('/office/menu')
    await sheet.getByRole('button', { name: 'Close' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByText('Everything is published.')).toBeVisible()
  })
})

test('OWNER-1: a draft takes over changes that were published elsewhere meanwhile, and asks about a price that both changed', async ({
  page,
  restaurant,
}) => {
  await openEditor(page, restaurant)
  await openCategory(page, 'Grills')
  const dishes = page.getByRole('list', { name: 'Dishes of Grills' })
  const open = dishes.getByRole('button')
  const name = (await open.first().locator('span').first().textContent()) ?? ''
  await open.first().click()
  const down = page.getByRole('button', { name: `Move down ${name}` })
  await down.press('Enter')
  await expect(open.nth(1)).toContainText(name)
  // The focus stays on the button, so Enter moves the dish further.
  await expect(down).toBeFocused()
  await expect(page.getByText(/ is dish 2 of \d+\.$/)).toBeAttached()
  await open.nth(2).click()
  const count = await dishes.getByRole('listitem').count()
  await page.getByRole('button', { name: 'Remove dish' }).click()
  await expect(dishes.getByRole('listitem')).toHaveCount(count - 1)
  await page.getByRole('button', { name: 'Put back' }).click()
  await expect(dishes.getByRole('listitem')).toHaveCount(count)
  await page.getByRole('button', { name: 'Remove dish' }).click()

  type Menu = Pick<PublishedMenu, 'version' | 'categories'>
  const stored = async (): Promise<Menu> => (await page.request.get('/api/office/menu')).json()
  const grills = (menu: Menu) => menu.categories.find(({ id }) => id === 'grills')
  const publishElsewhere = async (change: (categories: Menu['categories']) => unknown) => {
    const { version, categories } = await stored()
    const answer = await page.request.put('/api/office/menu', {
      data: { basedOn: version, categories: change(categories) },
    })
    expect(answer.status()).toBe(200)
  }
  const before = await stored()
  await publishElsewhere((all) => all.map((each, at) => (at === 0 ? { ...each, banner: 'Hot now' } : each)))
  await page.getByRole('button', { name: 'Publish' }).click()
  const sheet = page.getByRole('dialog', { name: 'Publish the menu' })
  const changes = sheet.getByRole('list', { name: 'What changes' })
  await expect(changes).toContainText('Grills: the order of the dishes.')
  await expectToast(page, `Version ${before.version + 1} was published somewhere else.`, () =>
    sheet.getByRole('button', { name: 'Publish' }).click(),
  )
  await expect(sheet.getByRole('alert')).toContainText('changed somewhere else')
  await expect(changes).toContainText(/Dish removed: .* from Grills\./)
  await expect(changes).not.toContainText('settings of the category')
  await sheet.getByRole('button', { name: 'Publish' }).click()
  await expect(sheet).toBeHidden()
  const merged = await stored()
  expect(merged.categories[0]).toHaveProperty('banner', 'Hot now')
  expect(grills(merged)?.items).toHaveLength(count - 1)

  await test.step('a price that the draft and the published menu both changed is listed, and the owner chooses', async () => {
    const [dish, other] = grills(merged)?.items ?? []
    const price = page.getByRole('textbox', { name: `Price of ${dish?.name} (₦)`, exact: true })
    await price.fill('9500')
    await expect(page.getByText('This draft is saved.')).toBeVisible()
    const prices = new Map([
      [dish?.id, 9800],
      [other?.id, 7100],
    ])
    await publishElsewhere((all) =>
      all.map((each) => ({
        ...each,
        items: each.items.map((item) => ({ ...item, price: prices.get(item.id) ?? item.price })),
      })),
    )
    await page.getByRole('button', { name: 'Publish' }).click()
    await sheet.getByRole('button', { name: 'Publish' }).click()
    await expect(sheet).toBeHidden()
    const choice = page.getByRole('alert').filter({ hasText: 'changed the same as your draft' })
    await expect(choice.getByRole('listitem')).toHaveText([`${dish?.name}: ₦9,800 → ₦9,500.`])
    await check(page, { within: choice })
    await choice.getByRole('button', { name: 'Keep my changes' }).click()
    await expect(choice).toBeHidden()
    await expect(page.getByText('This draft is saved.')).toBeVisible()
    await publish(page)
    const now = grills(await stored())?.items
    expect(now?.find(({ id }) => id === dish?.id)?.price).toBe(9500)
    expect(now?.find(({ id }) => id === other?.id)?.price).toBe(7100)
  })
  const { version } = await stored()
  await page.request.put('/api/office/menu', { data: { basedOn: version, restores: before.version } })
})

test('OWNER-1 TIME-3: wrong hours of a category keep its form open, and the editor shows its hours and that it is not served now', async ({
  page,
  restaurant,
}) => {
  await openEditor(page, restaurant)
  await openCategory(page, 'Grills')
  await fromMore(page, 'Edit category')
  const sheet = page.getByRole('dialog', { name: 'Category' })
  const served = sheet.getByLabel('Served')
  await served.fill('7am to 11am')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(served).toBeFocused()
  await expect(sheet).toContainText('Please write hours such as 06:00-11:00')
  const clock = (hours: number) => Lagos.clock(Date.now() + hours * 60 * Lagos.minute)
  const [from, until] = [clock(2), clock(4)]
  await served.fill(`${from}-${until}`)
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
  const rail = page.getByRole('region', { name: 'Categories' })
  await expect(rail.getByRole('button', { name: /^Grills/ })).toContainText(`${from}-${until}`)
  const dishes = page.getByRole('region', { name: 'Dishes' })
  await expect(dishes).toContainText(`served ${from}-${until}, not now`)
  await expect(dishes.getByRole('listitem').first()).toContainText(`From ${from}`)
  await check(page, { within: dishes })
  await giveUp(page)
})

test('OWNER-1: on a dish’s card the owner changes the draft’s price, and marks the dish sold out immediately, without publishing', async ({
  page,
  restaurant,
}) => {
  await openEditor(page, restaurant)
  await openCategory(page, 'Grills')
  const price = page.getByLabel('Price of Grilled Croaker (₦)', { exact: true })
  await price.fill('22500')
  await price.press('Enter')
  await expect(price).toHaveValue('₦22,500')
  await expect(page.getByRole('region', { name: 'Draft' })).toContainText('Grilled Croaker')
  await price.fill('1')
  await price.press('Escape')
  await expect(price).toHaveValue('₦22,500')

  await page.getByRole('button', { name: /^Grilled Croaker/ }).click()
  const panel = page.getByRole('region', { name: 'Dish', exact: true })
  await expect(panel.getByRole('region', { name: 'As customers see it' })).toContainText('₦22,500')
  await expect(panel.getByText('The price is ₦21,000 until you publish.')).toBeVisible()
  await check(page)
  await page.setViewportSize(desktop)
  await panel.getByRole('button', { name: 'Undo the changes of Grilled Croaker' }).click()
  await expect(price).toHaveValue('₦21,000')
  await expect(page.getByText('Everything is published.')).toBeVisible()

  const onSale = page.getByRole('switch', { name: 'Grilled Croaker: on sale' })
  const isSold = async () => {
    const { items }: CategoryPage = await (await page.request.get('/api/menu/grills')).json()
    return items.find(({ name }) => name === 'Grilled Croaker')?.isAvailable
  }
  await onSale.click()
  await expect.poll(isSold).toBe(false)
  await expect(onSale).not.toBeChecked()
  await expect(page.getByText('Everything is published.')).toBeVisible()
  await onSale.click()
  await expect.poll(isSold).toBe(true)
})

test('OWNER-2: a category gets a photo in the draft, and dishes are dragged to another place by mouse and by finger', async ({
  browser,
  restaurant,
}) => {
  const context = await browser.newContext({ baseURL: restaurant.url, viewport: phone, hasTouch: true })
  const page = await context.newPage()
  await openEditor(page, restaurant)
  await page.getByLabel('Category').selectOption({ value: 'grills' })
  const dishes = page.getByRole('list', { name: 'Dishes of Grills' })
  const rows = dishes.getByRole('listitem')
  const names = () => rows.locator('button > span:first-child').allTextContents()
  const [first = '', second = '', third = '', ...rest] = await names()
  const handle = (at: number) => rows.nth(at).locator('[data-drag]')
  const middleOf = async (at: number) => {
    const box = await handle(at).boundingBox()
    if (!box) throw new Error('The handle is not on the page.')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  // The pointer stays away from the window's edges, because the page would scroll there.
  await rows.first().evaluate((row) => scrollTo(0, row.getBoundingClientRect().top + scrollY - 200))
  const [from, to] = [await middleOf(0), await middleOf(2)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y + 8, { steps: 8 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await names()).toEqual([first, second, third, ...rest])
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y + 8, { steps: 8 })
  await page.mouse.up()
  await expect.poll(names).toEqual([second, third, first, ...rest])
  await expect(page.getByText(`${first} is dish 3 of ${rest.length + 3}.`)).toBeAttached()

  const touch = await context.newCDPSession(page)
  const [down, up] = [await middleOf(2), await middleOf(0)]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [down] })
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const y = down.y + (up.y - 8 - down.y) * share
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: up.x, y }] })
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(names).toEqual([first, second, third, ...rest])
  await expect(page.getByText('Everything is published.')).toBeVisible()

  await fromMore(page, 'Edit category')
  const sheet = page.getByRole('dialog', { name: 'Category' })
  const file = await phonePhoto(800, 600, 11)
  await sheet
    .getByLabel('Choose another photo')
    .setInputFiles({ name: 'grills.jpg', mimeType: 'image/jpeg', buffer: file })
  await expect(sheet.getByRole('slider', { name: 'From the top' })).toBeVisible()
  await check(page, { within: sheet })
  await page.setViewportSize(phone)
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('This draft is saved.')).toBeVisible()
  const { draft } = await (await page.request.get('/api/office/menu-draft')).json()
  const { categories }: PublishedMenu = draft
  expect(categories.find(({ id }) => id === 'grills')?.picture).toEqual({ photo: idOf(file) })
  await giveUp(page)
  await context.close()
})
