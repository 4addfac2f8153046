import type { Page } from '@playwright/test'
import type { Order } from '#contract/order/orders.ts'
import type { QuoteRequestBody } from '#contract/order/quotes.ts'
import { codeOf, type Desk, fromMenu, placeOrder, signedIn, test } from './order-desk.ts'
import {
  addFrom,
  amount,
  card,
  cartLink,
  customise,
  expect,
  group,
  line,
  reopen as openChosen,
  openDesk,
  opener,
  unfold,
  visit,
  visitLive,
} from './ordering.ts'
import { signUp } from './restaurant.ts'

type Lines = QuoteRequestBody['items']

async function completeOrder(page: Page, desk: Desk, lines: Lines): Promise<Order> {
  const order = await placeOrder(page, { items: lines })
  return desk.complete(await desk.markReady(await desk.start(await desk.pay(order))))
}

const orderAgain = (page: Page, order: Order) =>
  page.getByRole('button', { name: `Order again (order ${codeOf(order)})` })
const note = (page: Page) => page.getByRole('region', { name: 'Your order again' })

test.describe('a customer orders a past order again', () => {
  test('CART-2 CART-11: reordered dishes join the cart at current prices, and a notice names the unavailable dishes', async ({
    page,
    desk,
    staff,
  }) => {
    await signUp(page)

    await test.step('reordering unavailable dishes adds nothing and says so', async () => {
      const order = await completeOrder(page, desk, [{ itemId: 'sparkling-water', selection: {}, quantity: 1 }])
      await visit(page, '/account')
      await staff.takeOff('sparkling-water')
      await orderAgain(page, order).click()
      await expect(note(page)).toContainText('No dish of that order is available right now.')
      await expect(note(page)).toContainText('Sparkling Water is not available right now.')
      await expect(page.getByText('Your cart is empty!')).toBeVisible()
      await note(page).getByRole('button', { name: 'OK' }).click()
      await expect(note(page)).toBeHidden()
    })

    await test.step('reordering unchanged dishes adds them without a notice', async () => {
      await page.goBack()
      const order = await completeOrder(page, desk, [
        { itemId: 'chapman', selection: {}, quantity: 2, chefComment: 'Little ice' },
        { itemId: 'egusi-soup', selection: { protein: { goat: 1 }, 'free-swallow': { eba: 1 } }, quantity: 1 },
      ])
      await expect(page.getByText('2 × Chapman, Egusi Soup (Goat)')).toBeVisible()
      await orderAgain(page, order).click()
      await expect(page).toHaveURL(/\/cart$/)
      await expect(line(page, 'Chapman')).toContainText('P.S.: Little ice')
      await expect(line(page, 'Egusi Soup (Goat)')).toContainText('Free swallow: Eba')
      // Two Chapman ₦3,500 each, soup ₦7,500, goat ₦1,500.
      await expect(amount(page, 'Subtotal')).toHaveText('₦16,000')
      await expect(note(page)).toBeHidden()

      // Reordering again doubles the quantities and adds no line.
      await page.goBack()
      await orderAgain(page, order).click()
      await expect(page.getByRole('heading', { name: '6 items' })).toBeVisible()
      await expect(amount(page, 'Subtotal')).toHaveText('₦32,000')
    })

    await test.step('reordering changed dishes adds available dishes at new prices and names the others', async () => {
      const grill = { 'free-side': { plantain: 1 }, sauce: { barbecued: 1 } }
      await page.getByRole('button', { name: 'Clear cart' }).click()
      await page.goBack()
      const order = await completeOrder(page, desk, [
        { itemId: 'chapman', selection: {}, quantity: 1 },
        { itemId: 'grilled-tilapia', selection: grill, quantity: 1 },
        { itemId: 'gizdodo', selection: { ...grill, 'extra-sides': { 'yam-fries': 2, 'fried-rice': 1 } }, quantity: 1 },
        { itemId: 'ofe-nsala', selection: { 'free-swallow': { semo: 1 } }, quantity: 1 },
      ])
      await staff.reprice('chapman', 3900)
      await staff.takeOff('grilled-tilapia')
      await staff.takeOff('yam-fries')
      await staff.takeOff('semo')

      await orderAgain(page, order).click()
      await expect(note(page)).toContainText(
        'Your order is in the cart again. Some prices have changed: the cart shows today’s.',
      )
      await expect(note(page).getByRole('listitem')).toHaveText([
        'Grilled Tilapia is not available right now.',
        'Gizdodo comes without Yam Fries: not available right now.',
        /^Ofe Nsala: Semo is not available right now. Please choose another\.\s*Choose again/,
      ])
      // Chapman ₦3,900, Gizdodo ₦9,000, fried rice ₦3,500. No price change is left to accept.
      await expect(amount(page, 'Subtotal')).toHaveText('₦16,400')
      await expect(page.getByText('The price has changed')).toBeHidden()
      await expect(page.getByRole('heading', { name: '2 items' })).toBeVisible()

      await note(page).getByRole('link', { name: 'Choose again for Ofe Nsala' }).click()
      await expect(page).toHaveURL(/\/menu\/nigerian-soups$/)
      await expect(card(page, 'Ofe Nsala')).toBeVisible()
      await cartLink(page).click()
      await expect(note(page)).toBeHidden()
    })
  })

  test('TRACK-2: a finished order can be reordered to its address, an order in progress cannot, and reordering offline leaves the cart unchanged', async ({
    page,
    desk,
  }) => {
    await signUp(page)
    const elsewhere = { deliveryMethod: 'delivery', locationId: 'ikoyi', deliveryAddress: '5 Glover Road' } as const
    const order = await placeOrder(page, elsewhere)
    await visitLive(page, '/account')
    await expect(page.getByText('Placed on')).toBeVisible()
    await expect(orderAgain(page, order)).toBeHidden()
    await desk.cancel(order, 'The gas is out.')
    await expect(orderAgain(page, order)).toBeVisible()

    await page.route('/api/menu-items?**', (route) => route.abort())
    await page.clock.install()
    await orderAgain(page, order).click()
    await page.clock.runFor(10_000)
    await expect(
      page.getByText('Could not reach the restaurant. Please check the network and try again.'),
    ).toBeVisible()
    await expect(page).toHaveURL(/\/account$/)
    await expect(cartLink(page)).toHaveAccessibleName('Cart')
    await page.unroute('/api/menu-items?**')

    await orderAgain(page, order).click()
    await expect(page.getByText('5 Glover Road')).toBeVisible()
    await expect(amount(page, 'Delivery fee')).toHaveText(/^₦[1-9]/)

    await page.getByRole('radio', { name: /^Pick-up/ }).check()
    await page.goBack()
    await orderAgain(page, order).click()
    await expect(amount(page, 'Delivery fee')).toHaveText('₦0')
  })
})

test.describe('a customer changes a line of the cart', () => {
  test('CART-4: choices, quantity and note of a cart line are changed in the customiser', async ({ page }) => {
    const sheet = await customise(page, 'grills', 'Grilled Mackerel')
    await group(sheet, 'Free side')
      .getByRole('radio', { name: /Plantain/ })
      .check()
    await sheet.getByRole('radio', { name: 'Pepper Sauce' }).check()
    await addFrom(sheet)
    await cartLink(page).click()
    const mackerel = line(page, 'Grilled Mackerel')
    const change = mackerel.getByRole('button', { name: 'Change Grilled Mackerel' })
    await change.click()

    const dialog = page.getByRole('dialog', { name: 'Grilled Mackerel' })
    await expect(group(dialog, 'Free side')).toContainText('Plantain, free')
    await openChosen(dialog, 'Free side')
    await expect(group(dialog, 'Free side').getByRole('radio', { name: /Plantain/ })).toBeChecked()
    await group(dialog, 'Free side')
      .getByRole('radio', { name: /Yam Fries/ })
      .check()
    await group(dialog, 'Extra sides')
      .getByRole('checkbox', { name: /Fried Rice/ })
      .check()
    await dialog.getByRole('button', { name: 'One Grilled Mackerel more' }).click()
    await dialog.getByRole('button', { name: 'Note for the Chef' }).click()
    await dialog.getByPlaceholder('Any special requests or preferences?').fill('Well done')
    await dialog.getByRole('button', { name: 'Save Note' }).click()
    await dialog.getByRole('button', { name: /^Save changes/ }).click()
    await expect(dialog).toBeHidden()

    await expect(change).toBeFocused()
    await expect(mackerel).toContainText('Free side: Yam Fries')
    await expect(mackerel).toContainText('Extra sides: Fried Rice')
    await expect(mackerel).toContainText('P.S.: Well done')
    // Two portions, each with mackerel ₦11,000 and fried rice ₦3,500.
    await expect(amount(page, 'Subtotal')).toHaveText('₦29,000')

    // Closing the customiser without saving leaves the line unchanged.
    await change.click()
    await openChosen(dialog, 'Free side')
    await group(dialog, 'Free side')
      .getByRole('radio', { name: /French Fries/ })
      .check()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(change).toBeFocused()
    await expect(mackerel).toContainText('Free side: Yam Fries')
  })

  test('CART-11 MENU-13: a cart line whose required choice became unavailable asks for another choice in the customiser', async ({
    page,
    staff,
  }) => {
    const sheet = await customise(page, 'nigerian-soups', 'Oha Soup')
    await group(sheet, 'Free swallow')
      .getByRole('radio', { name: /Poundo/ })
      .check()
    await addFrom(sheet)
    await cartLink(page).click()
    const soup = line(page, 'Oha Soup (Beef)')
    await expect(soup.getByRole('button', { name: /^Change/ })).toBeVisible()
    await staff.takeOff('poundo')
    await expect(soup).toContainText('Poundo is not available right now. Please choose another.')
    await expect(soup.getByText('Oha Soup (Beef): Not available')).toBeAttached()

    await soup.getByRole('button', { name: /^Choose again/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Oha Soup' })
    await expect(dialog.getByRole('alert')).toHaveText('Poundo is not available right now. Please choose another.')
    await group(dialog, 'Free swallow').getByRole('radio', { name: /Eba/ }).check()
    await expect(dialog.getByRole('alert')).toBeHidden()
    await dialog.getByRole('button', { name: /^Save changes/ }).click()
    await expect(soup).toContainText('Free swallow: Eba')
    await expect(soup).not.toContainText('not available')
    await expect(soup.getByRole('button', { name: /^Change/ })).toBeFocused()
  })
})

test.describe('the owner changes a price on the menu', () => {
  test('MENU-6 MENU-15 CART-11: the owner’s new price appears on open cards, in the customiser and in the cart; a dish priced by its sizes has no price button', async ({
    page,
    context,
    restaurant,
    browser,
    staff,
  }) => {
    // Set the price through `staff`, which restores it after the test.
    await staff.reprice('grilled-catfish', 18600)
    const sheet = await customise(page, 'grills', 'Grilled Catfish')
    await group(sheet, 'Free side')
      .getByRole('radio', { name: /Plantain/ })
      .check()
    await sheet.getByRole('radio', { name: 'Pepper Sauce' }).check()
    await addFrom(sheet)
    const cart = await context.newPage()
    await visitLive(cart, '/cart')
    await expect(amount(cart, 'Subtotal')).toHaveText('₦18,600')
    const menu = await context.newPage()
    await visitLive(menu, '/menu/grills')
    await opener(page, 'Grilled Catfish').click()
    await unfold(sheet, 'Extra sides')
    await group(sheet, 'Free side')
      .getByRole('radio', { name: /Plantain/ })
      .check()
    await sheet.getByRole('radio', { name: 'Pepper Sauce' }).check()
    await group(sheet, 'Extra sides')
      .getByRole('checkbox', { name: /Plantain/ })
      .check()
    await expect(sheet.getByRole('button', { name: /^Add to Cart/ })).toContainText('₦21,100')

    const office = await browser.newContext({ baseURL: restaurant.url })
    const desk = await openDesk(office, restaurant)
    await fromMenu(desk, 'Dishes')
    const panel = desk.getByRole('dialog', { name: 'Dishes' })
    await panel.getByLabel('Search all dishes').fill('catfish')
    const pencil = panel.getByRole('button', { name: 'Change the price of Grilled Catfish' })
    await pencil.click()
    const field = panel.getByLabel('Price of Grilled Catfish (₦)')
    await expect(field).toBeFocused()
    await field.fill('19,000.50')
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription('Please enter whole naira.')
    await field.fill('190000')
    await field.press('Enter')
    const question = desk.getByRole('dialog', { name: 'Check the amount' })
    await expect(question).toContainText('₦190,000 instead of ₦18,600. Record it?')
    await question.getByRole('button', { name: 'Back' }).click()
    await field.fill('₦19,000')
    // The toast is shown briefly, so waiting for it starts with the press.
    await Promise.all([
      panel.getByRole('button', { name: 'Save price' }).click(),
      expect(desk.getByText('Grilled Catfish is ₦19,000 now.')).toBeVisible(),
      expect(card(menu, 'Grilled Catfish')).toContainText('Grilled Catfish: Price changed, now ₦19,000'),
      expect(sheet).toContainText('Grilled Catfish: Price changed, now ₦21,500'),
      expect(line(cart, 'Grilled Catfish')).toContainText('Grilled Catfish: Price changed, now ₦19,000'),
    ])
    await expect(card(menu, 'Grilled Catfish').getByText('₦19,000', { exact: true })).toBeVisible()
    await expect(sheet.getByRole('button', { name: /^Add to Cart/ })).toContainText('₦21,500')
    await expect(line(cart, 'Grilled Catfish')).toContainText('Now ₦19,000, was ₦18,600')
    await expect(card(menu, 'Grilled Catfish')).not.toContainText('Price changed')

    await expect(pencil).toBeFocused()
    await expect(panel.getByRole('switch', { name: /Grilled Catfish/ })).toHaveAccessibleName(/₦19,000/)

    for (const dish of ['Margherita', 'Poundo']) {
      await panel.getByLabel('Search all dishes').fill(dish)
      await expect(panel.getByRole('switch', { name: new RegExp(`^${dish}`) })).toBeVisible()
      await expect(panel.getByRole('button', { name: /^Change the price/ })).toHaveCount(0)
    }
    await office.close()
  })

  test('only the owner sees the button that changes a price', async ({ page, restaurant }) => {
    for (const name of ['kitchen', 'cashier']) {
      const staff = await signedIn(restaurant, name)
      await page.context().clearCookies()
      await page.context().addCookies((await staff.storageState()).cookies)
      await page.goto('/desk')
      await fromMenu(page, 'Dishes')
      const panel = page.getByRole('dialog', { name: 'Dishes' })
      await panel.getByLabel('Search all dishes').fill('coke')
      await expect(panel.getByRole('switch', { name: /Coke/ })).toBeVisible()
      await expect(panel.getByRole('button', { name: /price/ })).toHaveCount(0)
      const answer = await staff.patch('/api/menu-items/coke', { data: { price: 1 } })
      expect(answer.status()).toBe(403)
      await staff.dispose()
    }
  })
})

test.describe('open pages follow changes of the menu', () => {
  test('MENU-6 MENU-13: an open customiser marks choices that became unavailable, available or dearer', async ({
    page,
    staff,
  }) => {
    const sheet = await customise(page, 'peppersoup', 'Nkwobi')
    const rice = group(sheet, 'Sides').getByRole('checkbox', { name: /White Rice/ })
    // Wait for the earlier state, because only a page that showed it marks the change.
    await expect(rice).toBeEnabled()
    await staff.takeOff('white-rice')
    await expect(sheet.getByText('White Rice: Not available')).toBeAttached()
    await expect(rice).toBeDisabled()
    await staff.putBack('white-rice')
    await expect(sheet.getByText('White Rice: Just back')).toBeAttached()
    await expect(rice).toBeEnabled()
    await staff.reprice('white-rice', 2600)
    await expect(sheet.getByText('White Rice: Price changed, now ₦2,600')).toBeAttached()
    await expect(rice).toHaveAccessibleName(/₦2,600/)
  })

  test('CART-2 MENU-4 MENU-6: a card marks a dish’s changed availability without a layout shift, and a cart line edited to equal another line merges with it', async ({
    page,
    staff,
  }) => {
    await visitLive(page, '/menu/softdrinks')
    const bitter = card(page, 'Bitter Lemon')
    await staff.takeOff('bitter-lemon')
    await expect(bitter).toContainText('Bitter Lemon: Not available')
    await staff.putBack('bitter-lemon')
    await expect(bitter).toContainText('Bitter Lemon: Just back')

    const drink = card(page, 'Fresh Orange Juice')
    const before = await drink.boundingBox()
    // On a busy machine the glow may end before the test looks.
    await drink.evaluate((card: HTMLElement) =>
      card.addEventListener('animationstart', () => {
        card.dataset.glowed = 'yes'
      }),
    )
    await staff.reprice('fresh-orange-juice', 3600)
    await expect(drink).toContainText('Price changed')
    await expect(drink).toHaveAttribute('data-glowed', 'yes')
    const glowing = () => drink.evaluate((card) => card.getAnimations({ subtree: true }).length)
    expect(await drink.boundingBox()).toEqual(before)

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await staff.reprice('fresh-orange-juice', 3700)
    await expect(drink).toContainText('now ₦3,700')
    await expect.poll(glowing).toBe(0)

    await test.step('a line edited to equal another line merges with it', async () => {
      for (const heat of ['Mild', 'Hot'] as const) {
        await opener(page, 'Malt').click()
        const sheet = page.getByRole('dialog', { name: 'Malt' })
        await sheet.getByRole('button', { name: 'Note for the Chef' }).click()
        await sheet.getByPlaceholder('Any special requests or preferences?').fill(heat)
        await sheet.getByRole('button', { name: 'Save Note' }).click()
        await addFrom(sheet)
      }
      await cartLink(page).click()
      await line(page, 'Malt').nth(1).getByRole('button', { name: 'Change Malt' }).click()
      const dialog = page.getByRole('dialog', { name: 'Malt' })
      await dialog.getByRole('button', { name: 'Change the note' }).click()
      await dialog.getByPlaceholder('Any special requests or preferences?').fill('Mild')
      await dialog.getByRole('button', { name: 'Save Note' }).click()
      await dialog.getByRole('button', { name: /^Save changes/ }).click()
      await expect(line(page, 'Malt')).toHaveCount(1)
      const portions = page.getByRole('heading', { name: '2 items' })
      await expect(portions).toBeFocused()
    })
  })
})
