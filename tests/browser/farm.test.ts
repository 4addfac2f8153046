import type { Page } from '@playwright/test'
import { expect, test } from './restaurant.ts'

const gallery = (page: Page) => page.getByRole('tabpanel', { name: 'Photo gallery' })

test('FARM-1 SAFE-22: the farm page has its sections, tabs and films, offers chat and phone as its only contacts, and fits at 200 % text size', async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/farm')
  const tab = (name: string) => page.getByRole('tab', { name })
  const videos = page.getByRole('tabpanel', { name: 'Videos' })

  await test.step('the page has a hero, four features, gallery, contact and questions, with chat and phone as the only contacts', async () => {
    await expect(page).toHaveTitle(/^Ram Farm · /)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: 'What you get' }).getByRole('listitem')).toHaveCount(4)
    await expect(gallery(page).getByRole('img')).toHaveCount(8)
    const contact = page.getByRole('region', { name: 'Talk to the farm' })
    await expect(contact.getByRole('link', { name: '0800 000 7267' })).toHaveAttribute('href', 'tel:+2348000007267')
    await expect(contact).toContainText('Epe, Lagos')
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button', { name: /Add to Cart/ })).toHaveCount(0)
  })

  await test.step('a question opens to its answer, by keyboard too', async () => {
    const answer = page.getByText('there is no price list here')
    await expect(answer).toBeHidden()
    await page.getByText('What does a ram cost?').press('Enter')
    await expect(answer).toBeVisible()
  })

  await test.step('the chat opens with a prepared order for a ram', async () => {
    const order = 'Hello Iná Ram Farm, I would like to order a ram from your farm. What do you have?'
    for (const name of ['Order a ram by chat', 'Chat about a ram']) {
      const href = await page.getByRole('link', { name }).getAttribute('href')
      expect(href).toBe(`https://wa.me/2348000007267?text=${encodeURIComponent(order)}`)
    }
  })

  await test.step('a film plays with captions on request, and nothing of it is fetched before', async () => {
    await tab('Videos').click()
    const play = videos.getByRole('button', { name: 'Play: A morning in the pen at Epe' })
    await expect(play).toContainText(/^8 s, 0\.\d MB$/)
    await expect.poll(() => fetched.filter((path) => /\/films\/pen\.\w+\.(avif|webp)$/.test(path))).toHaveLength(1)
    expect(fetched.filter((path) => /\.(webm|mp4|vtt)$/.test(path))).toEqual([])

    await play.press('Enter')
    const film = videos.getByLabel('A morning in the pen at Epe', { exact: true })
    await expect(film).toBeFocused()
    await expect(play).toBeHidden()
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2)
    expect(await film.evaluate((video: HTMLVideoElement) => video.muted && video.controls)).toBe(true)
    const captions = () =>
      film.evaluate(({ textTracks: [track] }: HTMLVideoElement) => [track?.mode, track?.activeCues?.length])
    await expect.poll(captions).toEqual(['showing', 1])
  })

  await test.step('below the films a chat link offers another film', async () => {
    await expect(videos).toContainText('Ask for a video of your ram')
    const href = await videos.getByRole('link', { name: 'Ask for a video' }).getAttribute('href')
    expect(new URL(href ?? '').searchParams.get('text')).toContain('send me a video')
  })

  await test.step('tabs are operated with the arrow keys, Home and End', async () => {
    await tab('Photo gallery').click()
    await page.keyboard.press('ArrowRight')
    await expect(tab('Videos')).toBeFocused()
    await expect(tab('Videos')).toHaveAttribute('aria-selected', 'true')
    await expect(videos).toBeVisible()
    await page.keyboard.press('End')
    await expect(page.getByRole('tabpanel', { name: 'Testimonials' }).getByRole('blockquote')).toHaveCount(3)
    await page.keyboard.press('ArrowRight')
    await expect(tab('Photo gallery')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Home')
    await expect(gallery(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(gallery(page)).toBeFocused()
  })

  await test.step('the farm fits at 200 % text, and no word is cut', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const name of ['Photo gallery', 'Videos', 'Testimonials']) {
      await tab(name).click()
      const wide = await page.evaluate(() => {
        const width = document.documentElement.clientWidth
        const elements = [...document.querySelectorAll('main *')].filter((element) => element.checkVisibility())
        return elements
          .filter((element) => {
            const { left, right } = element.getBoundingClientRect()
            const cuts = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
            const isText = element.childElementCount === 0 && element.textContent !== ''
            return (right > width + 1 || left < -1 || (isText && cuts)) && !element.closest('.sr-only')
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 120))
      })
      expect(wide, name).toEqual([])
    }
  })
})

test("FARM-1: the button at the end of the farm page scrolls to the top, and a picture that fails to load shows 'Image Not Found'", async ({
  page,
}) => {
  await page.goto('/farm')
  for (const motion of ['no-preference', 'reduce'] as const) {
    await test.step(motion, async () => {
      await page.emulateMedia({ reducedMotion: motion })
      const button = page.getByRole('button', { name: 'Back to the top' })
      await expect(button).toBeHidden()
      await page.getByText('What if it is not well when it comes?').scrollIntoViewIfNeeded()
      await expect(button).toBeVisible()
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
      await button.press('Enter')
      if (motion === 'reduce') expect(await page.evaluate(() => window.scrollY)).toBe(0)
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
      await expect(page.getByRole('main')).toBeFocused()
      await expect(button).toBeHidden()
    })
  }

  await test.step("a picture that fails to load shows 'Image Not Found', and the other pictures stay", async () => {
    const first = gallery(page).getByRole('listitem').first()
    await first.scrollIntoViewIfNeeded()
    const source = await first.locator('img').getAttribute('src')
    const picture = /\/media\/(\w+)-/.exec(source ?? '')?.[1] ?? 'none'
    await page.route(`**/media/${picture}-*`, (route) => route.abort())
    await page.reload()
    await first.scrollIntoViewIfNeeded()
    await expect(first.getByText('Image Not Found')).toBeVisible()
    await expect(first).toContainText('The big ones')
    await expect(gallery(page).getByRole('img')).toHaveCount(7)
    await expect(page.getByText('Image Not Found')).toHaveCount(1)
  })
})
