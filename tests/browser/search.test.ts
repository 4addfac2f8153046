import type { Locator, Page } from '@playwright/test'
import { card, cartLink, expect, opener, test, visit } from './ordering.ts'

function field(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Search the menu' })
}

function filter(page: Page, name: string): Locator {
  return page.getByRole('group', { name: 'Filters' }).getByRole('button', { name, exact: true })
}

/** Opens the filters of a menu page. The search page shows its filters from the start. */
async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
}

function shownCount(page: Page): Locator {
  return page.locator('main').getByRole('status')
}

const dishes = (page: Page) => page.getByRole('article')

test("search: 'egwusi', 'jolof' and 'shwarma' find their dishes, results change while typing, and without a result the categories are listed", async ({
  page,
}) => {
  await visit(page, '/menu/breakfast')
  for (const { typed, meant, dish } of [
    { typed: 'egwusi', meant: 'egusi', dish: 'Egusi Soup' },
    { typed: 'jolof', meant: 'jollof', dish: 'Party Jollof Bowl' },
    { typed: 'shwarma', meant: 'shawarma', dish: 'Shawarma Combo' },
  ]) {
    await expect(page.getByRole('heading', { name: 'Breakfast', level: 1 })).toBeVisible()
    await field(page).fill(typed)
    await field(page).press('Enter')
    await expect(page).toHaveURL(`/search?q=${typed}`)
    await expect(field(page)).toHaveValue(typed)
    await expect(dishes(page).first()).toHaveAccessibleName(dish)
    await expect(shownCount(page)).toHaveText(new RegExp(`^\\d+ dish(es)? for “${typed}”$`))

    await page.getByRole('paragraph').filter({ hasText: 'Did you mean' }).getByRole('link', { name: meant }).click()
    await expect(page).toHaveURL(`/search?q=${meant}`)
    await expect(dishes(page).first()).toHaveAccessibleName(dish)
    await expect(page.getByText('Did you mean')).toBeHidden()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Menu' }).click()
  }

  await test.step('results change with the typed text', async () => {
    await field(page).fill('su')
    await field(page).press('Enter')
    await expect(shownCount(page)).toHaveText(/for “su”$/)
    const entries = await page.evaluate(() => history.length)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))

    await field(page).press('End')
    await field(page).pressSequentially('ya pizza', { delay: 40 })
    await expect(shownCount(page)).toHaveText('1 dish for “suya pizza”')
    await expect(dishes(page)).toHaveAccessibleName('Suya Pizza')
    await expect(page).toHaveURL('/search?q=suya+pizza')
    await expect(field(page)).toBeFocused()
    expect(await page.evaluate(() => history.length)).toBe(entries)
    expect(asked.filter((path) => path.startsWith('/api/menu'))).toEqual([])

    await page.goBack()
    await expect(page).toHaveURL('/menu/breakfast')
    await page.goForward()
    await expect(field(page)).toHaveValue('suya pizza')
    await expect(dishes(page)).toHaveAccessibleName('Suya Pizza')
  })

  await test.step('a long list shows 24 dishes and a button for all', async () => {
    await field(page).fill('s')
    await expect(dishes(page)).toHaveCount(24)
    const all = page.getByRole('button', { name: /^Show all \d+ dishes$/ })
    const number = Number((await all.textContent())?.match(/\d+/)?.[0])
    await all.click()
    await expect(dishes(page)).toHaveCount(number)
  })

  await test.step('a long text without a match fits a narrow screen', async () => {
    const wide = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 740 })
    await field(page).fill('x'.repeat(200))
    const sentence = page.locator('main').getByText('Nothing on the menu matches')
    await expect(sentence).toBeVisible()
    expect(await sentence.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    if (wide) await page.setViewportSize(wide)
  })

  await test.step('a search without a result lists the categories', async () => {
    await field(page).fill('sushi')
    await expect(shownCount(page)).toContainText('Nothing on the menu matches “sushi”.')
    await page.getByRole('list', { name: 'Categories' }).getByRole('link', { name: 'Suya' }).click()
    await expect(page).toHaveURL('/menu/suya')
  })

  await test.step('cards show heat, diet and allergens', async () => {
    await expect(card(page, 'Kilishi').getByText('Very hot', { exact: true })).toBeVisible()
    await expect(card(page, 'Kilishi').getByText('Halal · Contains nuts')).toBeVisible()
    await page.getByRole('link', { name: 'Nigerian Soups', exact: true }).click()
    await expect(card(page, 'Vegetable Soup').getByText('Mild', { exact: true })).toBeVisible()
    await expect(card(page, 'Vegetable Soup').getByText('Vegan', { exact: true })).toBeVisible()
  })
})

test('search: typing on a category page filters its dishes and lists matches on the rest of the menu, matching names first', async ({
  page,
}) => {
  await visit(page, '/menu/grills')
  await field(page).pressSequentially('chicken')
  await expect(shownCount(page)).toHaveText(/^\d+ dishes for “chicken” in Grills, \d+ on the rest of the menu$/)
  await expect(dishes(page).first()).toHaveAccessibleName(/Chicken/)
  await expect(card(page, 'Grilled Croaker')).toBeHidden()
  const elsewhere = page.getByRole('region', { name: 'On the rest of the menu' })
  await expect(elsewhere.getByRole('article')).toHaveCount(8)
  await expect(page).toHaveURL(/\/menu\/grills$/)
  await field(page).fill('')
  await expect(card(page, 'Grilled Croaker')).toBeVisible()
  await expect(elsewhere).toBeHidden()

  await field(page).pressSequentially('rice')
  await expect(shownCount(page)).toHaveText(/^0 dishes for “rice” in Grills, \d+ on the rest of the menu$/)
  await expect(dishes(page).first()).toHaveAccessibleName(/Rice/)
  // The everyday name of a choice finds the dishes that have the choice.
  await field(page).fill('pounded yam')
  await expect(card(page, 'Egusi Soup')).toBeVisible()
  await field(page).fill('sushi')
  await expect(shownCount(page)).toHaveText('Nothing on the menu matches “sushi”. Try fewer letters.')

  await field(page).fill('')
  await expect(card(page, 'Grilled Croaker')).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 700))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700)
  // Submit by script, because a click or typing would change the scroll position.
  await field(page).evaluate((input: HTMLInputElement) => input.form?.requestSubmit())
  await expect(page).toHaveURL(/\/search/)
  // Wait for the search page, because the earlier page has a search field too.
  await expect(page.getByText('What do you feel like?')).toBeVisible()
  await field(page).fill('zobo')
  await expect(card(page, 'Zobo')).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/menu/grills')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700)
})

test('MENU-6 search: the keyboard reaches results and filters, and a result that becomes unavailable leaves the list of available dishes', async ({
  page,
  staff,
}) => {
  await visit(page, '/search')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('smoothie')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused()
  await expect(filter(page, 'Vegan')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(filter(page, 'Available now')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(filter(page, 'Vegan')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(filter(page, 'Vegan')).toHaveAttribute('aria-pressed', 'true')
  await expect(shownCount(page)).toHaveText(/^\d+ of \d+ dishes for “smoothie”$/)

  await filter(page, 'Vegan').click()
  await field(page).fill('tigernut')
  await expect(page.locator('[data-live=open]')).toBeAttached()
  const tigernut = card(page, 'Tigernut Smoothie')
  await expect(tigernut.getByRole('button', { name: 'Add to Cart' })).toBeEnabled()
  await staff.takeOff('tigernut-smoothie')
  await expect(tigernut.getByRole('button', { name: 'Not Available' })).toBeDisabled()

  await filter(page, 'Available now').click()
  await expect(page.getByText('None of these dishes is available now.')).toBeVisible()
  await staff.putBack('tigernut-smoothie')
  await expect(tigernut.getByRole('button', { name: 'Add to Cart' })).toBeEnabled()
})

test('filters: combined filters persist from page to page, and one press clears them', async ({ page }) => {
  await visit(page, '/menu/breakfast')
  await expect(dishes(page)).toHaveCount(16)
  await openFilters(page)
  await filter(page, 'Vegetarian').click()
  await expect(shownCount(page)).toHaveText('12 of 16 dishes')
  await filter(page, 'No heat').click()
  await expect(shownCount(page)).toHaveText('9 of 16 dishes')
  await expect(dishes(page)).toHaveCount(9)
  await expect(card(page, 'Yam and Egg Sauce')).toBeHidden()
  // A filter is offered only if it applies to some but not all dishes.
  await expect(filter(page, 'Halal')).toBeHidden()

  await page.getByRole('link', { name: 'Pizza', exact: true }).click()
  await expect(shownCount(page)).toHaveText('3 of 11 dishes')
  await page.reload()
  await expect(filter(page, 'No heat')).toHaveAttribute('aria-pressed', 'true')
  await expect(shownCount(page)).toHaveText('3 of 11 dishes')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(dishes(page)).toHaveCount(11)
  await expect(filter(page, 'Vegetarian')).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('group', { name: 'Filters' })).toBeFocused()

  await page.getByRole('link', { name: 'Salad', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Salad', level: 1 })).toBeVisible()
  await openFilters(page)
  await filter(page, 'Vegan').click()
  await page.getByRole('link', { name: 'Noodles', exact: true }).click()
  await expect(page.getByText('None of these dishes is vegan.')).toBeVisible()
  await expect(dishes(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(dishes(page)).toHaveCount(11)
})

test('search: the link to a search can be shared, and its results customised and ordered', async ({ page }) => {
  await visit(page, '/search?q=fire%20burger')
  await expect(field(page)).toHaveValue('fire burger')
  await field(page).press('End')
  await field(page).pressSequentially('s')
  await expect(page).toHaveURL('/search?q=fire+burgers')
  await opener(page, 'Fire Burger').click()
  const sheet = page.getByRole('dialog', { name: 'Fire Burger' })
  await expect(sheet.getByText('Hot', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/search?q=fire+burgers')

  await card(page, 'Fire Burger')
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
})

test.describe('search works without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('search: without scripts the search field leads to a page that links to the menu', async ({ page }) => {
    await page.goto('/menu/grills')
    await field(page).fill('zobo')
    await field(page).press('Enter')
    await expect(page).toHaveURL('/search?q=zobo')
    // Read the text directly, because Playwright's text matcher ignores noscript elements.
    expect(await page.locator('main div > noscript').textContent()).toContain('Search needs JavaScript')
    await page.getByRole('list', { name: 'Categories' }).getByRole('link', { name: 'Soft Drinks' }).click()
    await expect(card(page, 'Zobo')).toBeVisible()
  })
})
