import type { Locator, Page } from '@playwright/test'
import { phone } from './accessible.ts'
import {
  addFrom,
  card,
  cartLink,
  customise,
  expect,
  expectChoices,
  group,
  line,
  opener,
  reopen,
  test,
  unfold,
  visit,
  visitLive,
} from './ordering.ts'
import { expectToast } from './toasts.ts'

async function openHere(page: Page, dish: string): Promise<Locator> {
  await opener(page, dish).click()
  return page.getByRole('dialog', { name: dish })
}

/** Closes a sheet and waits until its history entry is removed, because the removal would cancel a later navigation. */
async function closeSheet(sheet: Locator): Promise<void> {
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  await sheet.page().waitForFunction(() => history.state?.sheet === undefined)
}

/** MENU-12: the first five Extra Sides up to ₦3,000. Fried Rice, the second Extra Side, costs ₦3,500. */
const fiveFreeSides = ['Jollof Rice', 'Plantain', 'Yam Fries', 'French Fries', 'Coleslaw']

/** MENU-12: the first five Extra Sides, at their own prices. */
const fiveExtraSides = [
  'Jollof Rice +₦3,000',
  'Fried Rice +₦3,500',
  'Plantain +₦2,500',
  'Yam Fries +₦2,500',
  'French Fries +₦3,000',
]

const placeholder = 'Any special requests or preferences?'

test('MENU-4 MENU-8: the customiser keeps the focus when its dish sells out, and saves a note unless the note is blank or the dish takes none', async ({
  page,
  staff,
}) => {
  await test.step('a dish that sells out during customising does not move the focus', async () => {
    const sheet = await customise(page, 'softdrinks', 'Zobo')
    await sheet.getByRole('button', { name: /^Add to Cart/ }).focus()
    await staff.takeOff('zobo')
    const gone = sheet.getByRole('button', { name: 'Not Available' })
    await expect(gone).toBeFocused()
    await expect(gone).toBeDisabled()
    await gone.press('Enter')
    await expect(sheet.getByRole('alert')).toHaveText('Zobo is not available right now.')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(cartLink(page)).toHaveAccessibleName('Cart')
    await staff.putBack('zobo')
    await expect(card(page, 'Zobo').getByRole('button', { name: 'Add to Cart' })).toBeEnabled()
  })

  await opener(page, 'Chapman').click()
  const sheet = page.getByRole('dialog', { name: 'Chapman' })
  const write = sheet.getByRole('button', { name: 'Note for the Chef' })
  await write.click()
  const field = sheet.getByPlaceholder(placeholder)
  const save = sheet.getByRole('button', { name: 'Save Note' })
  await expect(field).toBeFocused()
  await expect(save).toBeDisabled()
  await field.fill('   \n ')
  await expect(save).toBeDisabled()

  await field.fill('Plenty ice')
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect(field).toBeHidden()
  await expect(write).toBeFocused()
  await expect(sheet.getByText('Plenty ice')).toBeHidden()

  await write.click()
  await expect(field).toHaveValue('')
  await field.fill('  No ice, please ')
  await save.click()
  await expect(field).toBeHidden()
  await expect(sheet).toContainText('P.S.: No ice, please')
  await addFrom(sheet)

  await test.step('a note that is too long shows a message instead of being cut', async () => {
    await opener(page, 'Kunu').click()
    const sheet = page.getByRole('dialog', { name: 'Kunu' })
    await sheet.getByRole('button', { name: 'Note for the Chef' }).click()
    const note = sheet.getByPlaceholder(placeholder)
    await note.fill('x'.repeat(279))
    await expect(note).not.toHaveAccessibleDescription(/./)
    await note.pressSequentially('yz')
    await expect(note).toHaveAccessibleDescription('Only 280 characters fit. Please check how it ends.')
    await note.fill('No ice.\n\n  Plenty\nstraws')
    await expect(note).toHaveValue('No ice. Plenty straws')
    await closeSheet(sheet)
  })

  await test.step('Chicken Pie and Meat Pie take no note', async () => {
    await page.getByRole('link', { name: 'Pastry', exact: true }).click()
    for (const [dish, notes] of [
      ['Chicken Pie', 0],
      ['Meat Pie', 0],
      ['Fish Pie', 1],
    ] as const) {
      await opener(page, dish).click()
      const sheet = page.getByRole('dialog', { name: dish })
      await expect(sheet.getByRole('button', { name: /^Add to Cart/ })).toBeEnabled()
      await expect(sheet.getByRole('button', { name: 'Note for the Chef' })).toHaveCount(notes)
      await closeSheet(sheet)
    }
    await page.getByRole('link', { name: 'Soft Drinks', exact: true }).click()
  })

  await test.step('an unsaved note is added with the dish, and a blank note is not', async () => {
    for (const [dish, typed] of [
      ['Zobo', 'Very cold'],
      ['Malt', '  '],
    ] as const) {
      await opener(page, dish).click()
      const sheet = page.getByRole('dialog', { name: dish })
      await sheet.getByRole('button', { name: 'Note for the Chef' }).click()
      await sheet.getByPlaceholder(placeholder).fill(typed)
      await addFrom(sheet)
    }
  })
  await cartLink(page).click()
  await expect(line(page, 'Chapman')).toContainText('P.S.: No ice, please')
  await expect(line(page, 'Zobo')).toContainText('P.S.: Very cold')
  await expect(line(page, 'Malt')).not.toContainText('P.S.')
})

test('MENU-6 MENU-9 MENU-12 MENU-13: a grill asks for its free side and sauce, takes extra sides, and marks sides that became unavailable or dearer', async ({
  page,
  staff,
}) => {
  await test.step('a grill is added with the keyboard alone', async () => {
    await visitLive(page, '/menu/grills')
    const press = (key: string) => page.keyboard.press(key)
    await tabTo(page, 'Grilled Catfish')
    await press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Grilled Catfish' })
    await expect(sheet).toBeVisible()
    // Enter reports the missing choices and focuses the first missing choice.
    await tabTo(page, 'Choose side and sauce')
    await press('Enter')
    await expect(sheet.getByRole('radio', { name: /Jollof Rice/ })).toBeFocused()
    await press('Space')
    await press('ArrowDown')
    await expect(sheet.getByRole('radio', { name: /Plantain/ })).toBeChecked()
    await press('Tab')
    await press('Space')
    await expect(sheet.getByRole('radio', { name: /Barbecued/ })).toBeChecked()
    await tabTo(page, 'Add to Cart')
    await expectToast(page, 'Grilled Catfish added to cart!', () => press('Enter'))
    await expect(sheet).toBeHidden()
    await expect(opener(page, 'Grilled Catfish')).toBeFocused()
  })

  await test.step('a grill asks for its free side, then for its sauce, and takes extra sides', async () => {
    await card(page, 'Gizdodo').getByRole('button', { name: 'Add to Cart' }).click()
    const sheet = page.getByRole('dialog', { name: 'Gizdodo' })
    const add = sheet.getByRole('button', { name: /^Add to Cart/ })
    const alert = sheet.getByRole('alert')
    await expect(alert).toBeHidden()

    await sheet.getByRole('button', { name: 'Choose side and sauce' }).click()
    await expect(alert).toHaveText('Please select your free side')
    await expect(sheet.getByRole('radio', { name: /Jollof Rice/ })).toBeFocused()
    await sheet.getByRole('radio', { name: /Plantain/ }).check()
    await expect(alert).toBeHidden()
    // The group stays unfolded, so nothing moves under the thumb.
    await expect(group(sheet, 'Free side').getByRole('radio', { name: /Plantain/ })).toBeChecked()
    await expect(group(sheet, 'Free side')).toContainText('Chosen')

    await sheet.getByRole('button', { name: 'Choose sauce' }).click()
    await expect(alert).toHaveText('Please Select Sauce')
    const sauce = group(sheet, 'Sauce')
    await expectChoices(sauce, ['Barbecued', 'Pepper Sauce', 'Sweet-Chili Sauce'])
    await sauce.getByRole('radio', { name: 'Sweet-Chili Sauce' }).check()
    await group(sheet, 'Free side')
      .getByRole('radio', { name: /Jollof Rice/ })
      .check()

    await test.step('on a phone the sheet keeps its height, and a chosen group folds once it is scrolled out of sight', async () => {
      const wide = page.viewportSize()
      await page.setViewportSize({ ...phone, height: 520 })
      const height = async () => Math.round((await sheet.boundingBox())?.height ?? 0)
      const before = await height()
      const note = sheet.getByRole('button', { name: 'Note for the Chef' })
      // A press anywhere on the line of a folded group opens the group.
      await group(sheet, 'Extra sides').getByText('Extra sides', { exact: true }).click({ force: true })
      await expect(group(sheet, 'Extra sides').getByRole('checkbox').first()).toBeVisible()
      expect(await height()).toBe(before)
      await note.scrollIntoViewIfNeeded()
      await expect(group(sheet, 'Free side')).toContainText('Jollof Rice, free')
      await expect(note).toBeInViewport()
      expect(await height()).toBe(before)
      await sheet.getByRole('button', { name: 'Change side' }).click()
      await expect(group(sheet, 'Free side').getByRole('radio', { name: /Jollof Rice/ })).toBeFocused()
      expect(await height()).toBe(before)
      if (wide) await page.setViewportSize(wide)
    })

    await sheet.getByRole('checkbox', { name: /French Fries/ }).check()
    // Gizdodo ₦9,000, fries ₦3,000; side and sauce are free.
    await expect(add).toContainText('₦12,000')
    await expectToast(page, 'Gizdodo added to cart!', () => add.click())
    await cartLink(page).click()
    const gizdodo = line(page, 'Gizdodo')
    await expect(gizdodo).toContainText('Free side: Jollof Rice')
    await expect(gizdodo).toContainText('Sauce: Sweet-Chili Sauce')
    await expect(gizdodo).toContainText('Extra sides: French Fries +₦3,000')
  })

  await test.step('a grill offers five sides of 3000 or less as its free side, and five sides as extras', async () => {
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Grills', level: 1 })).toBeVisible()
    const sheet = await openHere(page, 'Beef Kebab')
    await expectChoices(group(sheet, 'Free side'), fiveFreeSides)
    await unfold(sheet, 'Extra sides')
    await expectChoices(group(sheet, 'Extra sides'), fiveExtraSides)
    await closeSheet(sheet)

    // The free side of Half Grilled Chicken can be any side up to ₦3,000.
    const chicken = await openHere(page, 'Half Grilled Chicken')
    await expectChoices(group(chicken, 'Free side'), [
      ...fiveFreeSides,
      'White Rice',
      'Moi Moi',
      'Boiled Yam',
      'Sweet Potato Fries',
      'Grilled Corn Not available',
      'Garden Salad',
      'Beans',
      'Boli',
      'Boiled Egg',
      'Fried Egg',
    ])
    await closeSheet(chicken)

    const whole = await openHere(page, 'Whole Grilled Chicken')
    await unfold(whole, 'Extra sides')
    await expect(whole.getByRole('radio', { name: /Grilled Corn.*Not available/ })).toBeDisabled()
    await expect(whole.getByRole('checkbox', { name: /Village Rice.*Not available/ })).toBeDisabled()
    await closeSheet(whole)

    const peppered = await openHere(page, 'Peppered Chicken')
    await unfold(peppered, 'Extra sides')
    await staff.reprice('french-fries', 3100)
    await expect(peppered.getByRole('checkbox', { name: 'French Fries + ₦3,100' })).toBeVisible()
    // White Rice replaces French Fries, which now cost more than ₦3,000.
    await expectChoices(group(peppered, 'Free side'), [
      'Jollof Rice',
      'Plantain',
      'Yam Fries',
      'Coleslaw',
      'White Rice',
    ])
  })
})

test("MENU-6 MENU-10 MENU-11 MENU-13: a soup needs a free swallow, fisherman's delight a free side, and a choice that became unavailable is marked and cannot be added", async ({
  page,
  staff,
}) => {
  await test.step('a chosen swallow that becomes unavailable is marked, not charged, and cannot be added', async () => {
    const sheet = await customise(page, 'nigerian-soups', 'Ofe Nsala')
    const add = sheet.getByRole('button', { name: /^Add to Cart/ })
    const free = group(sheet, 'Free swallow')
    await free.getByRole('radio', { name: /Semo/ }).check()
    await unfold(sheet, 'Additional swallows')
    await sheet.getByRole('checkbox', { name: /Extra Semo/ }).check()
    // Ofe Nsala ₦9,500, extra Semo ₦1,500.
    await expect(add).toContainText('₦11,000')

    await staff.takeOff('semo')
    await expect(free.getByRole('alert')).toHaveText('Semo is not available right now. Please choose another.')
    await expect(add).toContainText('₦9,500')
    await add.click()
    await expect(sheet).toBeVisible()
    await expect(cartLink(page)).toHaveAccessibleName('Cart')

    await free.getByRole('radio', { name: /Eba/ }).check()
    await expect(free.getByRole('alert')).toBeHidden()
    await expect(free.getByRole('radio', { name: /Semo.*Not available/ })).toBeDisabled()
    const extra = sheet.getByRole('checkbox', { name: /Extra Semo.*Not available/ })
    await extra.uncheck()
    await expect(extra).toBeDisabled()

    await staff.putBack('semo')
    await expect(free.getByRole('radio', { name: /Semo/ })).toBeEnabled()
    await addFrom(sheet)
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
  })

  await test.step('a soup needs a free swallow; further swallows cost 1500 each, and an unavailable swallow cannot be chosen', async () => {
    const sheet = await openHere(page, 'Vegetable Soup')
    await sheet.getByRole('button', { name: 'Choose swallow' }).click()
    await expect(sheet.getByRole('alert')).toHaveText('Please select your free swallow')
    const free = group(sheet, 'Free swallow')
    await expectChoices(free, ['Poundo', 'Semo', 'Eba'])
    await unfold(sheet, 'Additional swallows')
    await expectChoices(group(sheet, 'Additional swallows'), [
      'Extra Poundo +₦1,500',
      'Extra Semo +₦1,500',
      'Extra Eba +₦1,500',
      'Extra Amala +₦1,500',
      'Extra Wheat +₦1,500',
      'Extra Fufu Not available',
    ])
    await free.getByRole('radio', { name: /Semo/ }).check()
    await sheet.getByRole('checkbox', { name: /Extra Amala/ }).check()
    // The soup ₦6,500, extra Amala ₦1,500.
    await expect(sheet.getByRole('button', { name: /^Add to Cart/ })).toContainText('₦8,000')
    await addFrom(sheet)
    const soup = await openHere(page, 'Egusi Soup')
    await unfold(soup, 'Additional swallows')
    await expect(soup.getByRole('checkbox', { name: /Extra Fufu.*Not available/ })).toBeDisabled()
    await closeSheet(soup)
    await cartLink(page).click()
    await expect(line(page, 'Vegetable Soup')).toContainText('Additional swallows: Extra Amala +₦1,500')
  })

  await test.step("fisherman's delight asks for one of three free sides", async () => {
    await page.goBack()
    await page.getByRole('link', { name: "Fisherman's Delight", exact: true }).click()
    const sheet = await openHere(page, 'Peppered Snails')
    await sheet.getByRole('button', { name: 'Choose side' }).click()
    await expect(sheet.getByRole('alert')).toHaveText('Please select your free side')
    const sides = group(sheet, 'Free side')
    await expectChoices(sides, ['Plantain', 'Yam Fries', 'French Fries'])

    await sides.getByRole('radio', { name: /Plantain/ }).check()
    await sides.getByRole('radio', { name: /Yam Fries/ }).check()
    await expect(sides.getByRole('radio', { name: /Plantain/ })).not.toBeChecked()
    await expect(sheet.getByRole('button', { name: /^Add to Cart/ })).toContainText('₦14,000')
    await addFrom(sheet)
    await cartLink(page).click()
    await expect(line(page, 'Peppered Snails')).toContainText('Free side: Yam Fries')
    await expect(line(page, 'Peppered Snails')).toContainText('₦14,000')
  })
})

test('MENU-14 MENU-15 MENU-16: sizes, crusts, breads and toppings change the price of a dish, within the limits of their quantities', async ({
  page,
}) => {
  const sandwich = await customise(page, 'sandwiches', 'Club Sandwich')
  await expectChoices(group(sandwich, 'Bread'), ['White Bread', 'Wholewheat +₦300', 'Baguette +₦800'])
  await sandwich.getByRole('radio', { name: /Baguette/ }).check()
  await sandwich.getByRole('checkbox', { name: /Avocado/ }).check()
  // Sandwich ₦8,500, baguette ₦800, avocado ₦1,500.
  await expect(sandwich.getByRole('button', { name: /^Add to Cart/ })).toContainText('₦10,800')

  await closeSheet(sandwich)
  const burger = await openHere(page, 'Fire Burger')
  await expectChoices(group(burger, 'Size'), ['Single ₦7,500', 'Double ₦10,500'])

  await closeSheet(burger)
  await page.getByRole('link', { name: 'Shawarma', exact: true }).click()
  const shawarma = await openHere(page, 'Beef Shawarma')
  await expectChoices(group(shawarma, 'Size'), ['Regular ₦5,000', 'Large ₦7,000'])
  await shawarma.getByRole('radio', { name: /Large/ }).check()
  await shawarma.getByRole('radio', { name: /Mad Hot/ }).check()
  await shawarma.getByRole('checkbox', { name: /Cheese/ }).check()
  // Large shawarma ₦7,000, 'Mad Hot' ₦200, cheese ₦1,200.
  await expect(shawarma.getByRole('button', { name: /^Add to Cart/ })).toContainText('₦8,400')

  await closeSheet(shawarma)
  await page.getByRole('link', { name: 'Noodles', exact: true }).click()
  const noodles = await openHere(page, 'Plain Noodles')
  await noodles.getByRole('checkbox', { name: /Fried Egg/ }).check()
  await noodles.getByRole('button', { name: 'One Fried Egg more' }).click()
  await noodles.getByRole('checkbox', { name: /Sardine/ }).check()
  // Noodles ₦3,500, two eggs ₦1,000 each, sardine ₦2,000.
  await expect(noodles.getByRole('button', { name: /^Add to Cart/ })).toContainText('₦7,500')
  await closeSheet(noodles)

  await test.step('ticking a topping adds a portion and unticking removes it; its quantity ranges from 1 to the limit', async () => {
    const sheet = await openHere(page, 'Jollof Noodles')
    const add = sheet.getByRole('button', { name: /^Add to Cart/ })
    const beef = sheet.getByRole('checkbox', { name: /Beef/ })
    const quantity = sheet.getByRole('group', { name: 'Quantity of Beef' })
    const less = sheet.getByRole('button', { name: 'One Beef less' })
    const more = sheet.getByRole('button', { name: 'One Beef more' })
    await expect(quantity).toBeHidden()
    await beef.check()
    await expect(quantity).toHaveText('1')
    await expect(less).toBeDisabled()
    await more.click()
    await more.click()
    await expect(quantity).toHaveText('3')
    await expect(more).toBeDisabled()
    // Noodles ₦5,500, three portions of beef ₦2,500 each.
    await expect(add).toContainText('₦13,000')
    await beef.uncheck()
    await expect(quantity).toBeHidden()
    await expect(add).toContainText('₦5,500')
    await beef.check()
    await expect(quantity).toHaveText('1')
    await closeSheet(sheet)
  })

  await test.step('a pizza starts Small; its price follows size, crust and toppings; Escape closes the customiser', async () => {
    await page.getByRole('link', { name: 'Pizza', exact: true }).click()
    const margherita = await openHere(page, 'Margherita')
    await expect(margherita).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(margherita).toBeHidden()
    await expect(opener(page, 'Margherita')).toBeFocused()

    const sheet = await openHere(page, 'Hawaiian')
    const add = sheet.getByRole('button', { name: /^Add to Cart/ })
    await expectChoices(group(sheet, 'Size'), ['Small ₦8,500', 'Medium ₦12,500', 'Large ₦16,500'])
    await expect(sheet.getByRole('radio', { name: /Small/ })).toBeChecked()
    await expect(add).toContainText('₦8,500')
    await sheet.getByRole('radio', { name: /Large/ }).check()
    await expect(add).toContainText('₦16,500')
    await sheet.getByRole('radio', { name: /Stuffed crust/ }).check()
    // Large pizza ₦16,500, stuffed crust ₦2,500.
    await expect(add).toContainText('₦19,000')
    await sheet.getByRole('checkbox', { name: /Extra Cheese/ }).check()
    await sheet.getByRole('button', { name: 'One Extra Cheese more' }).click()
    // Two portions of cheese ₦2,000 each.
    await expect(add).toContainText('₦23,000')
    await sheet.getByRole('button', { name: 'One Hawaiian more' }).click()
    await expect(add).toContainText('₦46,000')

    // After closing without adding, the card shows the choices and the price of one portion.
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(card(page, 'Hawaiian')).toContainText('₦23,000')
    await expect(card(page, 'Hawaiian')).toContainText('Large, Stuffed crust, 2 × Extra Cheese')
    await expectToast(page, 'Hawaiian added to cart!', () =>
      card(page, 'Hawaiian').getByRole('button', { name: 'Add to Cart' }).click(),
    )
    await expect(card(page, 'Hawaiian')).toContainText('₦8,500')
    await cartLink(page).click()
    await expect(line(page, 'Hawaiian (Large, Stuffed crust)')).toContainText('₦46,000')
  })
})

test('customiser: the back gesture closes the customiser and stays on the page, even after a second sheet was opened', async ({
  page,
}) => {
  await test.step('the back gesture closes the customiser and stays on the page', async () => {
    await visit(page, '/menu/breakfast')
    await page.getByRole('link', { name: 'Grills', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Asun' })
    await opener(page, 'Asun').click()
    await sheet.getByRole('radio', { name: /Coleslaw/ }).check()
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/\/menu\/grills$/)

    // The choices are preserved. Closing the dialog by its button leaves no history entry.
    await opener(page, 'Asun').click()
    await expect(group(sheet, 'Free side')).toContainText('Coleslaw, free')
    await reopen(sheet, 'Free side')
    await expect(sheet.getByRole('radio', { name: /Coleslaw/ })).toBeChecked()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL(/\/menu\/breakfast$/)

    // A sheet that was open during a reload leaves no history entry.
    await page.goForward()
    await opener(page, 'Asun').click()
    await expect(sheet).toBeVisible()
    await page.reload()
    await page.waitForFunction(() => history.scrollRestoration === 'manual' && history.state?.sheet === undefined)
    await page.goBack()
    await expect(page).toHaveURL(/\/menu\/breakfast$/)
  })

  await test.step('a sheet or page opened right after another sheet was closed stays open, and Back leads where it led before', async () => {
    await page.getByRole('link', { name: 'Grills', exact: true }).click()
    const asun = page.getByRole('dialog', { name: 'Asun' })
    const catfish = page.getByRole('dialog', { name: 'Grilled Catfish' })
    /** Closes the sheet and presses `next` before the browser has left the sheet's history entry. */
    const closeAndPress = async (sheet: Locator, next: Locator) => {
      const after = await next.elementHandle()
      await sheet.getByRole('button', { name: 'Close' }).evaluate(async (button: HTMLElement, after) => {
        button.click()
        // Wait for the microtask in which React renders the click.
        await Promise.resolve()
        ;(after as HTMLElement).click()
      }, after)
    }

    await opener(page, 'Asun').click()
    await expect(asun).toBeVisible()
    await closeAndPress(asun, opener(page, 'Grilled Catfish'))
    await expect(asun).toBeHidden()
    await expect(catfish).toBeVisible()
    await page.waitForFunction(() => history.state?.sheet !== undefined)
    await expect(catfish).toBeVisible()
    await page.goBack()
    await expect(catfish).toBeHidden()
    await expect(page).toHaveURL(/\/menu\/grills$/)

    await opener(page, 'Asun').click()
    await expect(asun).toBeVisible()
    await closeAndPress(asun, page.getByRole('link', { name: 'Nigerian Soups', exact: true }))
    await expect(page).toHaveURL(/\/menu\/nigerian-soups$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Nigerian Soups' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/menu\/grills$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/menu\/breakfast$/)
  })
})

test('customiser: at 320 px with text at 200 % the title scrolls away, and the second press of a double click on Add to Cart has no effect', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await visit(page, '/menu/suya')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const large = await openHere(page, 'Beef Suya')
  const title = large.getByRole('heading', { name: 'Beef Suya' })
  await expect(title).toBeInViewport({ ratio: 1 })
  await large.getByRole('button', { name: /^Add to Cart/ }).scrollIntoViewIfNeeded()
  await expect(title).not.toBeInViewport()
  await large.getByRole('button', { name: 'Close' }).scrollIntoViewIfNeeded()
  await closeSheet(large)

  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize(phone)
  const sheet = await openHere(page, 'Beef Suya')
  await sheet.getByRole('button', { name: /^Add to Cart/ }).dblclick()
  await expect(sheet).toBeHidden()
  await expect(cartLink(page)).toContainText('1')
  await expect(page).toHaveURL(/\/menu\/suya$/)
})

test('customiser: links work in a restored tab whose only history entry belongs to an open sheet', async ({ page }) => {
  await visit(page, '/menu/breakfast')
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('/menu/breakfast'))
  const tab = await opened
  await tab.waitForFunction(() => history.scrollRestoration === 'manual')
  await tab.evaluate(() => history.replaceState({ sheet: 1 }, ''))
  await tab.reload()
  await tab.waitForFunction(() => history.scrollRestoration === 'manual')
  expect(await tab.evaluate(() => [history.length, history.state.sheet])).toEqual([1, 1])
  await tab.getByRole('link', { name: 'Grills', exact: true }).click()
  await expect(tab).toHaveURL(/\/menu\/grills$/)
})

/** Presses Tab until the text of the focused element begins with `name` and its description, if given, is `of`. */
async function tabTo(page: Page, name: string, of?: string): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => ({
      name: document.activeElement?.textContent ?? '',
      of: document.getElementById(document.activeElement?.getAttribute('aria-describedby') ?? '')?.textContent,
    }))
    if (focused.name.startsWith(name) && (of === undefined || focused.of === of)) return
  }
  throw new Error(`Tab never came to ${name}.`)
}
