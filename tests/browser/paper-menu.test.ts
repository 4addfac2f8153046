import type { Locator, Page } from '@playwright/test'
import { phonePhoto } from '../support/photos.ts'
import { phone } from './accessible.ts'
import { visit } from './ordering.ts'
import { expect, testWith } from './restaurant.ts'

// `DISHES=40 npx playwright test --project=pages-own paper-menu` types the whole menu.

const test = testWith({}, ['--empty'])
const wanted = Number(process.env.DISHES ?? 4)

type Line = { readonly name: string; readonly about?: string; readonly price: number; readonly large?: number }

/** A printed menu: names, some with a description, and prices; soups in two sizes. */
const paper: readonly { readonly title: string; readonly dishes: readonly Line[] }[] = [
  {
    title: 'Soups',
    dishes: [
      { name: 'Egusi', about: 'Melon seed, spinach, stockfish.', price: 3500, large: 6000 },
      { name: 'Afang', about: 'Waterleaf, periwinkle, smoked fish.', price: 4000, large: 7000 },
      { name: 'Ogbono', about: 'Drawing, with goat meat.', price: 3500, large: 6000 },
      { name: 'Oha', price: 4000, large: 7000 },
      { name: 'Banga', price: 4000, large: 7000 },
      { name: 'Edikang Ikong', price: 4500, large: 7500 },
      { name: 'Okra', price: 3000, large: 5500 },
      { name: 'White Soup', price: 4500, large: 7500 },
    ],
  },
  {
    title: 'Rice',
    dishes: [
      { name: 'Jollof Rice', about: 'Party style, from the bottom of the pot.', price: 2500 },
      { name: 'Fried Rice', price: 2800 },
      { name: 'Ofada and Ayamase', about: 'Green pepper stew.', price: 4500 },
      { name: 'Coconut Rice', price: 3000 },
      { name: 'White Rice and Stew', price: 2200 },
      { name: 'Jollof Spaghetti', price: 2500 },
      { name: 'Native Rice', price: 3200 },
      { name: 'Rice and Beans', price: 2300 },
    ],
  },
  {
    title: 'Grill',
    dishes: [
      { name: 'Beef Suya', about: 'With onions and yaji.', price: 3000 },
      { name: 'Chicken Suya', price: 3500 },
      { name: 'Asun', about: 'Peppered goat.', price: 5000 },
      { name: 'Whole Tilapia', price: 9000 },
      { name: 'Croaker', price: 12_000 },
      { name: 'Gizzard', price: 3500 },
      { name: 'Turkey Wing', price: 6000 },
      { name: 'Snails', price: 7000 },
    ],
  },
  {
    title: 'Small chops',
    dishes: [
      { name: 'Puff-puff', price: 1000 },
      { name: 'Samosa', price: 1200 },
      { name: 'Spring Rolls', price: 1200 },
      { name: 'Moi Moi', price: 1500 },
      { name: 'Akara', price: 1000 },
      { name: 'Meat Pie', price: 1200 },
      { name: 'Fish Roll', price: 1000 },
      { name: 'Plantain', price: 1500 },
    ],
  },
  {
    title: 'Drinks',
    dishes: [
      { name: 'Zobo', price: 1000 },
      { name: 'Chapman', price: 2500 },
      { name: 'Kunu', price: 1000 },
      { name: 'Palm Wine', price: 2000 },
      { name: 'Coke', price: 700 },
      { name: 'Fanta', price: 700 },
      { name: 'Malt', price: 900 },
      { name: 'Water', price: 400 },
    ],
  },
]

/** The number of categories, so that each has two or more of the `wanted` dishes. */
const parts = Math.min(paper.length, Math.ceil(wanted / 2))
const written = paper
  .slice(0, parts)
  .map(({ title, dishes }, at) => ({ title, dishes: dishes.slice(0, Math.ceil((wanted - at) / parts)) }))

/** A person at a phone who presses visible controls and types. Counts presses and characters. */
class Hand {
  presses = 0
  typed = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(control: Locator): Promise<void> {
    this.presses += 1
    await control.click()
  }

  async type(text: string): Promise<void> {
    this.typed += text.length
    await this.#page.keyboard.type(text)
  }

  async fill(field: Locator, text: string): Promise<void> {
    await this.press(field)
    await this.type(text)
  }

  /** Counts two presses: one opens the phone's gallery, and one chooses the photo. */
  async choosePhoto(button: Locator, buffer: Buffer): Promise<void> {
    this.presses += 2
    await button.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  }
}

test('OWNER-1 OWNER-6: on an empty server an owner with a phone types a paper menu and adds photos by visible controls alone', async ({
  page,
  restaurant,
}) => {
  test.setTimeout(60_000 + wanted * 15_000)
  await page.setViewportSize(phone)
  const photos = await Promise.all(Array.from({ length: 4 }, (_, seed) => phonePhoto(800, 600, seed)))
  const hand = new Hand(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.locator('input, textarea').and(page.getByLabel(name, { exact: true }))
  const onward = async (next: string) => {
    await hand.press(button('Save and continue'))
    await expect(page.getByRole('region', { name: next, exact: true })).toBeVisible()
  }

  await visit(page, '/setup')
  await hand.fill(field('Code'), /^ {4}Code: (\S+)$/m.exec(restaurant.stdout())?.[1] ?? '')
  await hand.fill(field('Username'), 'Ngozi')
  await hand.fill(field('Password'), 'a pot of ogbono soup')
  await hand.press(button('Begin'))
  await hand.press(button('Later'))
  await hand.fill(field('Name'), 'Mama Put')
  await hand.fill(field('Short name'), 'Mama Put')
  await hand.fill(field('Tagline'), 'Rice and stew')
  await hand.fill(field('Description'), 'A canteen in Yaba.')
  await onward('Contact')
  await hand.fill(field('Phone'), '08031234567')
  await hand.fill(field('WhatsApp'), '08031234567')
  await hand.fill(field('Address'), '3 Herbert Macaulay Way, Yaba')
  await onward('Delivery places')
  await hand.fill(field('Place'), 'Yaba')
  await hand.fill(field('Fee (₦)'), '500')
  await onward('Bank account')
  await hand.fill(field('Bank'), 'Demo Bank')
  await hand.fill(field('Account number'), '0123456789')
  await hand.fill(field('Name of the account'), 'MAMA PUT LTD')
  await onward('Hours')
  await onward('Menu')
  const setUp = { presses: hand.presses, typed: hand.typed }

  await hand.press(page.getByRole('link', { name: 'Write or import the menu' }))
  let illustrated = 0
  for (const [at, { title, dishes }] of written.entries()) {
    await hand.press(button('New category'))
    await hand.fill(field('Name of the category'), title)
    await hand.press(button('Done'))
    for (const [place, { name, about, price, large }] of dishes.entries()) {
      await hand.press(button(place === 0 ? 'New dish' : 'Another dish'))
      await expect(field('Name')).toBeFocused()
      await hand.type(name)
      if (about) await hand.fill(field('What it is, in one line'), about)
      await hand.fill(field('Price (₦)'), String(price))
      await hand.choosePhoto(field('Choose a photo'), photos[illustrated++ % photos.length] ?? Buffer.of())
      await expect(button('Remove photo')).toBeVisible()
      if (!large) continue
      await hand.press(button('Add sizes'))
      const sizes = page.getByRole('dialog', { name: 'Size' })
      await hand.press(sizes.getByRole('button', { name: 'Add a choice' }))
      await hand.fill(sizes.getByLabel('Choice 2', { exact: true }), 'Large')
      await hand.fill(sizes.getByLabel('Price of choice 2 (₦)'), String(large))
      await hand.press(sizes.getByRole('button', { name: 'Save to the draft' }))
      await expect(sizes).toBeHidden()
    }
    if (at < written.length - 1) await hand.press(button('All dishes'))
  }
  await hand.press(button('Publish'))
  const sheet = page.getByRole('dialog', { name: 'Publish the menu' })
  await hand.press(sheet.getByRole('button', { name: 'Publish' }))
  await expect(sheet).toBeHidden()
  const { categories } = await (await page.request.get('/api/office/menu')).json()
  type Seen = { title: string; items: { name: string; description: string; price: number; picture?: object }[] }
  expect(
    categories.map(({ title, items }: Seen) => ({
      title,
      dishes: items.map(({ name, description, price, picture }) => ({ name, description, price, photo: !!picture })),
    })),
  ).toEqual(
    written.map(({ title, dishes }) => ({
      title,
      dishes: dishes.map(({ name, about = '', price }) => ({ name, description: about, price, photo: true })),
    })),
  )

  const dishes = written.flatMap((category) => category.dishes)
  expect(dishes).toHaveLength(wanted)
  const typing = { presses: hand.presses - setUp.presses, typed: hand.typed - setUp.typed }
  console.log(
    `Set-up: ${setUp.presses} presses, ${setUp.typed} characters. ${wanted} dishes with photos: ` +
      `${typing.presses} presses, ${typing.typed} characters; ${(typing.presses / wanted).toFixed(1)} presses a dish.`,
  )
  expect(typing.presses / wanted).toBeLessThan(12)
})
