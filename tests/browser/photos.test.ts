import type { CategoryPage } from '#contract/menu/menu.ts'
import type { PublishedMenu } from '#contract/menu/menu-document.ts'
import { idOf, phonePhoto } from '../support/photos.ts'
import { check, phone } from './accessible.ts'
import { visit, visitLive } from './ordering.ts'
import { expect, signInStaff, test } from './restaurant.ts'

test('OWNER-2: an owner at 360 px sends a photo again after a network cut, sets its focus and publishes it, and an open menu shows the photo', async ({
  page,
  restaurant,
  browser,
}) => {
  test.slow()
  const customer = await (await browser.newContext({ baseURL: restaurant.url, viewport: phone })).newPage()
  await visitLive(customer, '/menu/grills')
  const card = customer.getByRole('article').first()
  const name = (await card.getAttribute('aria-labelledby')) ?? ''
  const dish = (await customer.locator(`[id="${name}"]`).textContent()) ?? ''

  await page.setViewportSize(phone)
  await signInStaff(page.request, restaurant, 'desk')
  const before: PublishedMenu = await (await page.request.get('/api/office/menu')).json()
  await visit(page, '/office/menu')
  await page.getByLabel('Category').selectOption({ value: 'grills' })
  await page.getByRole('list', { name: 'Dishes of Grills' }).getByRole('button', { name: dish }).first().click()
  const photo = page.getByRole('group', { name: 'Photo' })

  await photo
    .getByLabel('Choose another photo')
    .setInputFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg/> is no photo') })
  await expect(photo.getByRole('alert')).toHaveText(
    'This is not a photo that can be read. Please choose a JPEG, PNG, WebP or AVIF.',
  )
  await expect(photo.getByRole('button', { name: 'Try again' })).toHaveCount(0)

  await page.route('**/api/office/photos', (route) => route.abort('connectionreset'), { times: 1 })
  const file = await phonePhoto(1600, 1200, 41)
  await photo
    .getByLabel('Choose another photo')
    .setInputFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: file })
  await expect(photo.getByRole('alert')).toHaveText('The photo could not be sent. Please try again.')
  await photo.getByRole('button', { name: 'Try again' }).click()
  const top = photo.getByRole('slider', { name: 'From the top' })
  await expect(top).toHaveAttribute('aria-valuetext', '50 %')
  await expect(photo.getByRole('alert')).toHaveCount(0)

  const whole = photo.locator('[data-focus-area]')
  await expect.poll(() => whole.locator('img').evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(720)
  const box = await whole.boundingBox()
  await whole.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) * 0.2 } })
  await expect(top).toHaveAttribute('aria-valuetext', '20 %')
  await top.press('ArrowLeft')
  await top.press('ArrowDown')
  await expect(top).toHaveAttribute('aria-valuetext', '10 %')
  await photo.getByLabel('What the photo shows').fill('Smoke over a grill')
  const preview = photo.getByRole('img', { name: 'Smoke over a grill' })
  await expect(preview).toBeVisible()
  const ratio = await preview.evaluate((image) => image.clientWidth / image.clientHeight)
  expect(ratio).toBeCloseTo(4 / 3, 1)
  await check(page, { within: photo })
  await page.setViewportSize(phone)

  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog', { name: 'Publish the menu' }).getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Everything is published.')).toBeVisible()
  const after: PublishedMenu = await (await page.request.get('/api/office/menu')).json()
  const pictures = after.categories
    .flatMap(({ items }) => items.filter((item) => item.name === dish))
    .map((item) => item.picture)
  expect(pictures).toContainEqual({ photo: idOf(file), focus: [0.5, 0.1], alt: 'Smoke over a grill' })
  const grills: CategoryPage = await (await page.request.get('/api/menu/grills')).json()
  const shown = grills.items.find((item) => item.name === dish)?.picture?.name ?? 'none'
  const image = card.getByRole('img', { name: 'Smoke over a grill' })
  await expect(image).toHaveAttribute('src', `/media/${shown}-480.webp`)
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0)
  await customer.context().close()

  const undone = await page.request.put('/api/office/menu', {
    data: { basedOn: after.version, restores: before.version },
  })
  expect(undone.status()).toBe(200)
})
