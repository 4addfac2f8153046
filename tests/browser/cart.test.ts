import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { panelOf } from './order-desk.ts'
import {
  addFrom,
  amount,
  card,
  cartLink,
  change,
  customise,
  expect,
  group,
  line,
  openDesk,
  opener,
  pay,
  test,
  unfold,
  visit,
  visitLive,
} from './ordering.ts'
import { addPlain, signUp, somebody } from './restaurant.ts'

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' })

async function clear(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear cart' }).click()
  await expect(page.getByText('Your cart is empty!')).toBeVisible()
}

/** Follows links to a menu page, which is faster than loading a document. */
async function toCategory(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Menu' }).click()
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

/** Opens the sheet of a dish like `customise`, but follows links. */
async function customiseNext(page: Page, title: string, dish: string): Promise<Locator> {
  await toCategory(page, title)
  await opener(page, dish).click()
  return page.getByRole('dialog', { name: dish })
}

test('CART-1 CART-2 CART-3 CART-4: a cart line shows its dish, extras, note and total, merges with an equal dish, and loses an extra that is set to 0', async ({
  page,
}) => {
  test.slow()
  await test.step('a line shows picture, name with its suffix, extras, note and total', async () => {
    const sheet = await customise(page, 'shawarma', 'Chicken Shawarma')
    await sheet.getByRole('radio', { name: /Large/ }).check()
    await sheet.getByRole('checkbox', { name: /Extra Sausage/ }).check()
    await sheet.getByRole('button', { name: 'Note for the Chef' }).click()
    await sheet.getByPlaceholder('Any special requests or preferences?').fill('No cabbage')
    await sheet.getByRole('button', { name: 'Save Note' }).click()
    await addFrom(sheet)
    await cartLink(page).click()

    const shawarma = line(page, 'Chicken Shawarma (Large, Spicy)')
    const picture = shawarma.locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(shawarma).toContainText('Ingredients: Extra Sausage +₦1,000')
    await expect(shawarma).toContainText('P.S.: No cabbage')
    // Large shawarma ₦7,000, sausage ₦1,000.
    await expect(shawarma).toContainText('₦8,000')
    await expect(amount(page, 'Subtotal')).toHaveText('₦8,000')
  })

  await test.step('the same dish with the same choices and note raises the quantity, any other adds a line', async () => {
    await clear(page)
    const sheet = await customiseNext(page, 'Noodles', 'Chicken Noodles')
    await addFrom(sheet)
    const noodles = card(page, 'Chicken Noodles')
    await noodles.getByRole('button', { name: 'One Chicken Noodles more' }).click()
    await noodles.getByRole('button', { name: 'Add to Cart' }).click()

    await opener(page, 'Chicken Noodles').click()
    await sheet.getByRole('checkbox', { name: /Sausage/ }).check()
    await addFrom(sheet)
    await opener(page, 'Chicken Noodles').click()
    await sheet.getByRole('button', { name: 'Note for the Chef' }).click()
    await sheet.getByPlaceholder('Any special requests or preferences?').fill('Dry')
    await addFrom(sheet)

    await cartLink(page).click()
    const lines = line(page, 'Chicken Noodles')
    await expect(lines).toHaveCount(3)
    await expect(lines.nth(0).getByRole('group', { name: 'Quantity' })).toHaveText('3')
    await expect(lines.nth(1)).toContainText('Sausage')
    await expect(lines.nth(1).getByRole('group', { name: 'Quantity' })).toHaveText('1')
    await expect(lines.nth(2)).toContainText('P.S.: Dry')
    await expect(page.getByRole('heading', { name: '5 items' })).toBeVisible()
  })

  await test.step('extras count once for each portion', async () => {
    await clear(page)
    const sheet = await customiseNext(page, 'Grills', 'Asun')
    await group(sheet, 'Free side')
      .getByRole('radio', { name: /Yam Fries/ })
      .check()
    await sheet.getByRole('radio', { name: /Barbecued/ }).check()
    await unfold(sheet, 'Extra sides')
    await group(sheet, 'Extra sides')
      .getByRole('checkbox', { name: /Jollof Rice/ })
      .check()
    await sheet.getByRole('button', { name: 'One Jollof Rice more' }).click()
    await addFrom(sheet)
    await cartLink(page).click()
    const asun = line(page, 'Asun')
    // Asun ₦11,500, two portions of rice ₦3,000 each; the free side and the sauce cost nothing.
    await expect(asun).toContainText('₦17,500')
    await asun.getByRole('button', { name: 'One Asun more' }).click()
    await asun.getByRole('button', { name: 'One Asun more' }).click()
    // Three portions at ₦17,500.
    await expect(asun).toContainText('₦52,500')
    await expect(amount(page, 'Subtotal')).toHaveText('₦52,500')
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 3 items')
  })

  await test.step('an extra set to 0 disappears, a group without extras too, and removing the last extra closes the dialog', async () => {
    await clear(page)
    const sheet = await customiseNext(page, 'Nigerian Soups', 'Okro Soup')
    await group(sheet, 'Free swallow').getByRole('radio', { name: /Semo/ }).check()
    await unfold(sheet, 'Additional swallows')
    await sheet.getByRole('checkbox', { name: /Extra Poundo/ }).check()
    await sheet.getByRole('checkbox', { name: /Extra Eba/ }).check()
    await addFrom(sheet)
    await cartLink(page).click()
    const soup = line(page, 'Okro Soup (Beef)')
    // Okro Soup ₦7,000, two extra swallows ₦1,500 each.
    await expect(soup).toContainText('₦10,000')

    await soup.getByRole('button', { name: /^Change/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Okro Soup' })
    await dialog.getByRole('button', { name: 'One Extra Poundo more' }).click()
    await dialog.getByRole('checkbox', { name: /Extra Eba/ }).uncheck()
    await dialog.getByRole('button', { name: /^Save changes/ }).click()
    await expect(soup).toContainText('Additional swallows: 2 × Extra Poundo +₦3,000')
    await expect(soup).not.toContainText('Extra Eba')

    await soup.getByRole('button', { name: /^Change/ }).click()
    await dialog.getByRole('checkbox', { name: /Extra Poundo/ }).click()
    await expect(dialog).toBeHidden()
    await expect(soup).not.toContainText('Additional swallows')
    // The free swallow is required, so it stays.
    await expect(soup).toContainText('Free swallow: Semo')
    await expect(soup).toContainText('₦7,000')
  })
})

test('CART-1 CART-9 CART-11: removing a line or clearing the cart can be undone, the cart works offline, and a line asks for a choice that became required', async ({
  page,
  context,
}) => {
  await test.step('removing the last portion in the cart beside the menu can be undone', async () => {
    await addPlain(page, 'kunu')
    await visit(page, '/menu/softdrinks')
    const beside = page.getByRole('complementary').filter({ hasText: 'Your cart' })
    await beside.getByRole('button', { name: 'Remove Kunu in the cart' }).click()
    await expect(beside).toContainText('Your cart is empty!')
    await expect(beside.getByRole('heading', { name: 'Your cart' })).toBeFocused()
    await beside.getByRole('button', { name: 'Undo' }).click()
    await expect(beside).toContainText('1 item')
    await expect(beside.getByRole('heading', { name: 'Your cart' })).toBeFocused()

    await beside.getByRole('button', { name: 'Remove Kunu in the cart' }).click()
    await expect(beside).toContainText('Your cart is empty!')
  })

  await test.step('removing a line and clearing the cart can each be undone', async () => {
    for (const dish of ['Coke', 'Fanta']) await card(page, dish).getByRole('button', { name: 'Add to Cart' }).click()
    await cartLink(page).click()
    await line(page, 'Coke').getByRole('button', { name: 'Remove Coke' }).click()
    await expect(line(page, 'Coke')).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(line(page, 'Coke')).toBeVisible()

    await page.getByRole('button', { name: 'Clear cart' }).click()
    await expect(page.getByText('Your cart is empty!')).toBeVisible()
    await expect(cartLink(page)).toHaveAccessibleName('Cart')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items')

    await page.getByRole('button', { name: 'Clear cart' }).click()
    await page.reload()
    await expect(page.getByText('Your cart is empty!')).toBeVisible()
  })

  await test.step('the cart can be read and changed offline', async () => {
    await toCategory(page, 'Soft Drinks')
    await card(page, 'Pepsi').getByRole('button', { name: 'Add to Cart' }).click()
    await cartLink(page).click()
    await expect(amount(page, 'Subtotal')).toHaveText('₦1,200')
    await context.setOffline(true)
    await line(page, 'Pepsi').getByRole('button', { name: 'One Pepsi more' }).click()
    await expect(amount(page, 'Subtotal')).toHaveText('₦2,400')

    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Soft Drinks', level: 1 })).toBeVisible()
    await cartLink(page).click()
    await expect(line(page, 'Pepsi')).toContainText('₦2,400')

    await context.setOffline(false)
    await page.reload()
    await expect(line(page, 'Pepsi')).toContainText('₦2,400')
  })

  await test.step('a line whose dish now requires a choice says so, and opens the dish’s choices', async () => {
    // Turn the line into a grill without its required side, as if the dish had begun to require a side.
    await page.evaluate(() =>
      localStorage.setItem('cart', (localStorage.getItem('cart') ?? '').replaceAll('"pepsi"', '"peppered-gizzard"')),
    )
    await page.reload()
    await expect(line(page, 'Pepsi')).toContainText('Please select your free side. Not counted.')
    await line(page, 'Pepsi').getByRole('button', { name: 'Choose again' }).click()
    await expect(page.getByRole('dialog', { name: 'Peppered Gizzard' })).toBeVisible()
  })
})

test('CART-3 CART-6 CART-7 CART-8 CART-9 MENU-15 PAY-3: a cart survives signing in, and payment, desk and database have its prices, phone, payer and address', async ({
  page,
  context,
  browser,
  restaurant,
  database,
}) => {
  test.slow()
  const ada = await signUp(page)
  await context.clearCookies()
  const desk = await openDesk(await browser.newContext({ baseURL: restaurant.url }), restaurant)

  await test.step("signed out, 'Login to Checkout' opens the panel; signed in, page and cart are unchanged", async () => {
    await addPlain(page, 'sparkling-water')
    await visit(page, '/cart')
    await page.getByRole('radio', { name: /^Delivery/ }).check()
    await expect(proceed(page)).toBeHidden()
    await page.getByRole('button', { name: 'Login to Checkout' }).click()
    const panel = page.getByRole('dialog')
    await panel.getByLabel('Username or phone').fill(ada.username)
    await panel.getByLabel('Password', { exact: true }).fill(ada.password)
    await panel.getByRole('button', { name: 'Log in' }).click()

    await expect(page.getByText('You are now logged in!')).toBeVisible()
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL(/\/cart$/)
    await expect(line(page, 'Sparkling Water')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Delivery/ })).toBeChecked()
    await proceed(page).click()
    await expect(page).toHaveURL(/\/payment$/)
  })

  await test.step('a phone, payer and address typed in the cart reach the desk', async () => {
    await cartLink(page).click()
    await expect(page.getByText(`${ada.username}, you`)).toBeVisible()
    await change(page, 'the number')
    await expect(page.getByLabel('Contact phone')).toBeFocused()
    await page.getByLabel('Contact phone').fill('0809-55-oops')
    await expect(page.getByLabel('Contact phone')).toHaveAccessibleDescription(/^No phone number yet\. We would call 0/)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(/^No phone number yet/)).toBeVisible()
    await change(page, 'the number')
    await page.getByLabel('Contact phone').fill('0809 555 0199')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('0809 555 0199')).toBeVisible()
    await expect(page.getByText('We call this number')).toBeVisible()
    await change(page, 'who makes the transfer')
    await page.getByLabel('Name on the account that pays').fill('Ngozi Okafor')
    await page.getByRole('radio', { name: /^Delivery/ }).check()
    await change(page, 'the address')
    await page.getByLabel('Location').selectOption('yaba')
    await page.getByLabel('Delivery address').fill('9 Herbert Macaulay Way')
    await proceed(page).click()
    const id = await pay(page)
    await expect(page.getByRole('article')).toContainText('9 Herbert Macaulay Way, Yaba')
    await expect(page.getByRole('article')).toContainText('Ngozi Okafor')

    const ticket = await panelOf(desk, { orderId: id })
    await ticket.getByRole('button', { name: /^Address of/ }).click()
    for (const text of ['· Yaba', '9 Herbert Macaulay Way', '0809 555 0199', 'Ngozi Okafor']) {
      await expect(ticket).toContainText(text)
    }
  })

  await test.step('four dishes cost the sum calculated by hand in the cart, at payment, at the desk and in the database', async () => {
    // Jollof with two toppings: 7500 + 1000 + 2500 = 11000
    const jollof = await customiseNext(page, 'Combo', 'Party Jollof Bowl')
    await jollof.getByRole('checkbox', { name: /Fried Egg/ }).check()
    await jollof.getByRole('checkbox', { name: /Extra Beef/ }).check()
    await addFrom(jollof)

    // Large pizza with three toppings, twice: (16500 + 2000 + 1500 + 1500) x 2 = 21500 x 2 = 43000
    await page.getByRole('link', { name: 'Pizza', exact: true }).click()
    await opener(page, 'Margherita').click()
    const pizza = page.getByRole('dialog', { name: 'Margherita' })
    await pizza.getByRole('radio', { name: /Large/ }).check()
    for (const topping of ['Extra Cheese', 'Mushrooms', 'Olives']) {
      await pizza.getByRole('checkbox', { name: topping }).check()
    }
    await pizza.getByRole('button', { name: 'One Margherita more' }).click()
    await addFrom(pizza)

    // Croaker with a free side, a free sauce and one extra side: 21000 x 1 + (0 + 0 + 3500 x 1) x 1 = 24500
    await page.getByRole('link', { name: 'Grills', exact: true }).click()
    await opener(page, 'Grilled Croaker').click()
    const croaker = page.getByRole('dialog', { name: 'Grilled Croaker' })
    await group(croaker, 'Free side')
      .getByRole('radio', { name: /Plantain/ })
      .check()
    await croaker.getByRole('radio', { name: 'Pepper Sauce' }).check()
    await unfold(croaker, 'Extra sides')
    await group(croaker, 'Extra sides')
      .getByRole('checkbox', { name: /Fried Rice/ })
      .check()
    await croaker.getByRole('button', { name: 'Note for the Chef' }).click()
    await croaker.getByPlaceholder('Any special requests or preferences?').fill('Crisp skin')
    await croaker.getByRole('button', { name: 'Save Note' }).click()
    await addFrom(croaker)

    // Egusi with a free swallow and two more: 7500 x 1 + (0 + 1500 x 2) x 1 = 10500
    await page.getByRole('link', { name: 'Nigerian Soups', exact: true }).click()
    await opener(page, 'Egusi Soup').click()
    const egusi = page.getByRole('dialog', { name: 'Egusi Soup' })
    await group(egusi, 'Free swallow').getByRole('radio', { name: /Eba/ }).check()
    await unfold(egusi, 'Additional swallows')
    await egusi.getByRole('checkbox', { name: /Extra Poundo/ }).check()
    await egusi.getByRole('button', { name: 'One Extra Poundo more' }).click()
    await addFrom(egusi)

    await cartLink(page).click()
    await expect(line(page, 'Party Jollof Bowl')).toContainText('₦11,000')
    await expect(line(page, 'Margherita (Large)')).toContainText('₦43,000')
    await expect(line(page, 'Grilled Croaker')).toContainText('₦24,500')
    await expect(line(page, 'Egusi Soup (Beef)')).toContainText('₦10,500')
    await page.getByRole('radio', { name: /^Delivery/ }).check()
    // Subtotal: 11000 + 43000 + 24500 + 10500 = 89000. With 2500 to Lekki Phase 1: 91500.
    const totals = { Subtotal: '₦89,000', 'Delivery fee': '₦2,500', 'Final total': '₦91,500' }
    for (const [label, figure] of Object.entries(totals)) await expect(amount(page, label)).toHaveText(figure)

    await proceed(page).click()
    for (const [label, figure] of Object.entries(totals)) await expect(amount(page, label)).toHaveText(figure)
    await expect(page.getByText('The total has changed.')).toBeHidden()
    const summary = page.getByRole('region', { name: 'Your order' })
    for (const figure of ['₦11,000', '₦43,000', '₦24,500', '₦10,500']) await expect(summary).toContainText(figure)
    const id = await pay(page)

    const ticket = await panelOf(desk, { orderId: id })
    await expect(ticket).toContainText('₦91,500')
    for (const text of [
      '1 × Party Jollof Bowl',
      'Fried Egg · Extra Beef',
      '2 × Margherita (Large)',
      'each Extra Cheese · Mushrooms · Olives',
      '1 × Grilled Croaker',
      'Plantain · Pepper Sauce · Fried Rice',
      'P.S.: Crisp skin',
      '1 × Egusi Soup (Beef)',
      'Eba · 2 × Extra Poundo',
    ]) {
      await expect(ticket).toContainText(text)
    }
    const { rows } = await database.query(
      `SELECT subtotal, delivery_fee, total, payment_reference, ARRAY(
       SELECT (line ->> 'total')::int FROM jsonb_array_elements(lines) AS line
     ) AS lines FROM orders WHERE id = $1`,
      [id],
    )
    expect(rows).toEqual([
      {
        subtotal: 89_000,
        delivery_fee: 2500,
        total: 91_500,
        payment_reference: ada.username,
        lines: [11_000, 43_000, 24_500, 10_500],
      },
    ])
  })

  await desk.context().close()
})

test('CART-5 CART-6 CART-11 PAY-3: pick-up is free and clears the address, delivery costs the location’s fee, and a new price must be accepted before payment', async ({
  page,
  staff,
}) => {
  await test.step('pick-up is free and clears the address; delivery costs the fee of the location', async () => {
    await signUp(page)
    await addPlain(page, 'chapman')
    await visit(page, '/cart')
    await expect(page.getByRole('radio', { name: /^Pick-up/ })).toBeChecked()
    await expect(amount(page, 'Delivery fee')).toHaveText('₦0')

    await page.getByRole('radio', { name: /^Delivery/ }).check()
    await expect(page.getByText('12 Admiralty Way')).toBeVisible()
    await expect(page.getByText('Lekki Phase 1 · ₦2,500')).toBeVisible()
    await expect(amount(page, 'Delivery fee')).toHaveText('₦2,500')
    await expect(amount(page, 'Final total')).toHaveText('₦6,000')

    await change(page, 'the address')
    await page.getByLabel('Delivery address').fill('3 Allen Avenue')
    await page.getByLabel('Location').selectOption({ label: 'Ikeja · ₦6,000' })
    await expect(amount(page, 'Delivery fee')).toHaveText('₦6,000')
    await expect(amount(page, 'Final total')).toHaveText('₦9,500')
    await expect(page.locator('#cart')).toContainText(/At your door about \d\d:\d\d/)

    await page.getByRole('radio', { name: /^Pick-up/ }).check()
    await expect(amount(page, 'Delivery fee')).toHaveText('₦0')
    await expect(amount(page, 'Final total')).toHaveText('₦3,500')
    await expect(page.locator('#cart')).toContainText(/Ready by \d\d:\d\d/)
    await page.getByRole('radio', { name: /^Delivery/ }).check()
    await expect(page.getByText('12 Admiralty Way')).toBeVisible()
    await expect(amount(page, 'Delivery fee')).toHaveText('₦2,500')
    await change(page, 'the address')
    await expect(page.getByLabel('Delivery address')).toHaveValue('12 Admiralty Way')
  })

  await test.step('on a phone, cart and payment show what the total is made of', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('radio', { name: /^Pick-up/ }).check()
    await page.getByRole('radio', { name: /^Delivery/ }).check()
    const totals = { Subtotal: '₦3,500', 'Delivery fee': '₦2,500', 'Final total': '₦6,000' }
    const shown = async () => {
      for (const [label, figure] of Object.entries(totals)) {
        await expect(amount(page, label)).toBeVisible()
        await expect(amount(page, label)).toHaveText(figure)
      }
    }
    await shown()
    await proceed(page).click()
    await expect(page).toHaveURL(/\/payment$/)
    await shown()
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('a new price is shown in the cart and must be accepted before payment', async () => {
    await cartLink(page).click()
    await page.getByRole('radio', { name: /^Pick-up/ }).check()
    await expect(amount(page, 'Final total')).toHaveText('₦3,500')
    await staff.reprice('chapman', 3800)
    const chapman = line(page, 'Chapman')
    await expect(chapman).toContainText('Now ₦3,800, was ₦3,500')
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(page.getByText('1 dish to settle')).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 720 })

    // The line with the new price is outlined until the customer accepts the price.
    await proceed(page).click()
    await expect(page).toHaveURL(/\/cart$/)
    await expect(chapman.locator('[data-unsettled]')).toHaveCSS('outline-style', 'solid')
    await chapman.getByRole('button', { name: /^OK/ }).click()
    await expect(chapman).not.toContainText('was ₦3,500')
    await expect(chapman.getByRole('button', { name: 'Change Chapman' })).toBeFocused()
    await expect(amount(page, 'Final total')).toHaveText('₦3,800')
    await proceed(page).click()
    await expect(amount(page, 'Final total')).toHaveText('₦3,800')
  })
})

test('OWNER-6: a restaurant without delivery offers pick-up only, even to a customer who chose delivery before', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('orderDetails', JSON.stringify({ deliveryMethod: 'delivery' })))
  await page.route('/cart', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"delivers":true', '"delivers":false') })
  })
  await addPlain(page, 'chapman')
  await visit(page, '/cart')
  await expect(page.getByText('You collect it here')).toBeVisible()
  await expect(page.getByRole('radio', { name: /delivery|pick-up/i })).toHaveCount(0)
  await expect(amount(page, 'Final total')).toHaveText('₦3,500')
})

test('CART-9: the cart survives a reload and a restart of the browser', async ({
  playwright,
  launchOptions,
  restaurant,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'buka-test-browser-'))
  const open = () => playwright.chromium.launchPersistentContext(folder, { ...launchOptions, baseURL: restaurant.url })
  try {
    const before = await open()
    const [page] = before.pages()
    if (!page) throw new Error('The browser opened without a page.')
    await visit(page, '/menu/softdrinks')
    await card(page, 'Bitter Lemon').getByRole('button', { name: 'Add to Cart' }).click()
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
    await page.reload()
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
    await before.close()

    const after = await open()
    const next = await after.newPage()
    await next.goto('/cart')
    await expect(line(next, 'Bitter Lemon')).toContainText('₦1,300')
    await after.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('CART-9: two open tabs show the same cart after a change in one of them', async ({ page, context }) => {
  await visit(page, '/menu/softdrinks')
  const other = await context.newPage()
  await visit(other, '/cart')
  await expect(other.getByText('Your cart is empty!')).toBeVisible()

  await card(page, 'Sprite').getByRole('button', { name: 'Add to Cart' }).click()
  await expect(line(other, 'Sprite')).toBeVisible()
  await line(other, 'Sprite').getByRole('button', { name: 'One Sprite more' }).click()
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items')
  await card(page, 'Malt').getByRole('button', { name: 'Add to Cart' }).click()
  await expect(other.getByRole('heading', { name: '3 items' })).toBeVisible()
  await other.getByRole('button', { name: 'Clear cart' }).click()
  await expect(cartLink(page)).toHaveAccessibleName('Cart')
})

test('CART-10: checkout asks a customer without an address for one, and a customer without a phone to complete the profile', async ({
  page,
  database,
}) => {
  const ada = await signUp(page)
  await database.query(`UPDATE users SET address = '' WHERE username = $1`, [ada.username])
  await addPlain(page, 'malt')
  await visit(page, '/cart')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await proceed(page).click()
  await expect(
    page.getByText('Please add a default address to your profile or choose a different address.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/cart$/)

  await page.getByLabel('Delivery address').fill('   ')
  await proceed(page).click()
  await expect(page.getByText('Please enter the delivery address.')).toBeVisible()
  await expect(page.getByLabel('Delivery address')).toBeFocused()
  await page.getByLabel('Delivery address').fill('4 Bourdillon Road')
  await page.getByLabel('Location').selectOption('lekki-phase-1')
  await proceed(page).click()
  await expect(page.getByText('Delivery to 4 Bourdillon Road, Lekki Phase 1')).toBeVisible()

  await database.query('UPDATE users SET phone = NULL WHERE username = $1', [ada.username])
  await visit(page, '/cart')
  await proceed(page).click()
  await expect(page.getByText('Please complete your profile details before proceeding.')).toBeVisible()
  await expect(page).toHaveURL(/\/cart$/)
})

test('CART-11: a price that changes between cart and payment is shown at payment', async ({ page, staff }) => {
  await signUp(page)
  await addPlain(page, 'energy-drink')
  await visit(page, '/cart')
  await expect(amount(page, 'Final total')).toHaveText('₦2,000')
  // Every page that could receive the event is closed.
  await page.goto('about:blank')
  await staff.reprice('energy-drink', 2600)
  await page.goto('/payment')
  await expect(page.getByRole('status').filter({ hasText: 'The total has changed.' })).toContainText(
    'You saw ₦2,000, now it is ₦2,600',
  )
  await expect(amount(page, 'Final total')).toHaveText('₦2,600')
})

test('CART-11 SAFE-2: a sold-out dish or extra is in no total, and must be removed before payment', async ({
  page,
  staff,
}) => {
  await test.step('a sold-out dish counts in no total of cart and checkout, and removing it leads to payment', async () => {
    await signUp(page)
    await addPlain(page, 'lemonade')
    await addPlain(page, 'table-water')
    await visitLive(page, '/cart')
    const both = await amount(page, 'Final total').textContent()
    await staff.takeOff('lemonade')
    await expect(line(page, 'Lemonade')).toContainText('is not available right now.')
    await expect(amount(page, 'Final total')).not.toHaveText(both ?? '')
    const rest = (await amount(page, 'Final total').textContent()) ?? ''
    await expect(line(page, 'Table Water')).toContainText(rest)

    await visit(page, '/checkout')
    await expect(amount(page, 'Final total')).toHaveText(rest)
    await expect(page.getByText('One dish has changed.')).toBeVisible()
    await proceed(page).click()
    await expect(page).toHaveURL(/\/cart$/)
    await line(page, 'Lemonade').getByRole('button', { name: 'Remove', exact: true }).click()
    await proceed(page).click()
    await expect(amount(page, 'Final total')).toHaveText(rest)
    await expect(page.getByText('The total has changed.')).toBeHidden()
  })

  await test.step('an unavailable dish must be removed, and an unavailable extra can be removed', async () => {
    await cartLink(page).click()
    await clear(page)
    const sheet = await customiseNext(page, 'Grills', 'Peppered Gizzard')
    await group(sheet, 'Free side')
      .getByRole('radio', { name: /Coleslaw/ })
      .check()
    await sheet.getByRole('radio', { name: /Barbecued/ }).check()
    await unfold(sheet, 'Extra sides')
    await group(sheet, 'Extra sides')
      .getByRole('checkbox', { name: /Yam Fries/ })
      .check()
    await addFrom(sheet)
    await page.getByRole('link', { name: 'Soft Drinks', exact: true }).click()
    await card(page, 'Zobo').getByRole('button', { name: 'Add to Cart' }).click()
    await cartLink(page).click()
    // Gizzard ₦8,000, yam fries ₦2,500, zobo ₦2,000.
    await expect(amount(page, 'Subtotal')).toHaveText('₦12,500')

    await staff.takeOff('zobo')
    await staff.takeOff('yam-fries')
    const zobo = line(page, 'Zobo')
    const gizzard = line(page, 'Peppered Gizzard')
    await expect(zobo).toContainText('Zobo is not available right now.')
    await expect(gizzard).toContainText('Yam Fries is not available right now.')
    await expect(amount(page, 'Subtotal')).toHaveText('₦0')
    await proceed(page).click()
    await expect(page).toHaveURL(/\/cart$/)
    await expect(page.getByText('2 dishes have changed.')).toBeVisible()

    await zobo.getByRole('button', { name: 'Remove', exact: true }).click()
    await gizzard.getByRole('button', { name: 'Go without' }).click()
    await expect(gizzard.getByRole('button', { name: 'Change Peppered Gizzard' })).toBeFocused()
    await expect(amount(page, 'Subtotal')).toHaveText('₦8,000')
    await proceed(page).click()
    await expect(amount(page, 'Final total')).toHaveText('₦8,000')
  })
})

test('CART-11: a delivery fee that loads after the customer goes to payment does not count as a changed total', async ({
  page,
}) => {
  await signUp(page)
  await addPlain(page, 'kunu')
  await page.route('**/api/locations', () => {})
  await visit(page, '/cart')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await expect(amount(page, 'Total without delivery')).toHaveText('₦2,000')
  await proceed(page).click()
  await expect(amount(page, 'Final total')).toHaveText('₦4,500')
  await expect(page.getByText('The total has changed.')).toBeHidden()
})

test('cart: an empty cart is shown as empty before the page’s script has loaded', async ({ page }) => {
  await page.route('**/assets/entry-client-*.js', () => {})
  await page.goto('/cart', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Your cart is empty!' })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('cart', JSON.stringify({ items: [{ itemId: 'jollof-rice' }] })))
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Your cart', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your cart is empty!' })).toBeHidden()
})

test('PEOPLE-2: an address field turns the phone’s position or a map link into a Plus Code, and the gate note is preset for the next order', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await addPlain(page, 'chapman')
  await visit(page, '/cart')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  const address = page.getByLabel('Delivery address')

  await test.step('Enter in a field of the cart opens nothing', async () => {
    await address.fill('7 Ozumba Mbadiwe')
    await address.press('Enter')
    await expect(address).toBeFocused()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('an address typed in the cart is preset in the sign-up form', async () => {
    await page.getByLabel('Location').selectOption({ label: 'Ikeja · ₦6,000' })
    await page.getByRole('button', { name: 'Login to Checkout' }).click()
    const panel = page.getByRole('dialog')
    await expect(panel.getByLabel('Username or phone')).toBeFocused()
    await panel.getByRole('button', { name: 'Sign up' }).click()
    await expect(panel.getByLabel('Username')).toBeFocused()
    await expect(panel.getByLabel('Address')).toHaveValue('7 Ozumba Mbadiwe')
    await expect(panel.getByLabel('Location')).toHaveValue('ikeja')
    await panel.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('a pasted map link and the phone’s position become Plus Codes', async () => {
    await address.fill('7 Ozumba Mbadiwe https://www.google.com/maps/@6.42773,3.42217,17z')
    await address.blur()
    await expect(address).toHaveValue('7 Ozumba Mbadiwe, 6FR5CCHC+3V')
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 6.6018, longitude: 3.3515 })
    await page.getByRole('button', { name: 'Use my position' }).click()
    await expect(address).toHaveValue('7 Ozumba Mbadiwe, 6FR5J922+PJ')
  })

  await test.step('the gate note is sent with the order, and preset for the next order', async () => {
    await signUp(page)
    await visit(page, '/cart')
    await change(page, 'the address')
    await expect(address).toHaveValue('7 Ozumba Mbadiwe, 6FR5J922+PJ')
    await page.getByRole('button', { name: 'Use my address' }).click()
    await change(page, 'the address')
    await expect(address).toHaveValue('12 Admiralty Way')
    await page.getByLabel('Gate, for the rider').fill('Black gate')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('12 Admiralty Way. Black gate')).toBeVisible()
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await pay(page)
    await expect(page.getByText('12 Admiralty Way. Black gate').first()).toBeVisible()
    await addPlain(page, 'chapman')
    await visit(page, '/cart')
    await page.getByRole('radio', { name: /^Delivery/ }).check()
    await expect(page.getByText('12 Admiralty Way. Black gate')).toBeVisible()
  })
})

test('CART-6: a new account’s address replaces an address in the cart that had no location', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await addPlain(page, 'chapman')
  await visit(page, '/cart')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await page.getByLabel('Delivery address').fill('7 Ozumba')
  await page.getByRole('button', { name: 'Login to Checkout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign up' }).click()
  const panel = page.getByRole('dialog', { name: 'Sign up' })
  const { username, password, phone } = somebody()
  await panel.getByLabel('Username').fill(username)
  await panel.getByLabel('Password', { exact: true }).fill(password)
  await panel.getByLabel('Phone').fill(phone)
  await expect(panel.getByLabel('Address')).toHaveValue('7 Ozumba')
  await panel.getByLabel('Address').fill('7 Ozumba Mbadiwe')
  await panel.getByLabel('Location').selectOption('ikeja')
  await panel.locator('form').getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('7 Ozumba Mbadiwe')).toBeVisible()
  await expect(page.getByText('Ikeja · ₦6,000')).toBeVisible()
  await proceed(page).click()
  await expect(page).toHaveURL(/\/payment$/)
})
