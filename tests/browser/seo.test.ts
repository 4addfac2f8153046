import type { Page } from '@playwright/test'
import { expect, test } from './restaurant.ts'

async function expectInstallable(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { url, errors, data } = await devtools.send('Page.getAppManifest')
  expect(new URL(url).pathname).toBe('/manifest.webmanifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Iná Grill', display: 'standalone' })
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // The tests run in a private window, which cannot install an app.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
}

test('seo: every file named in a page head exists, and the browser accepts the manifest as installable', async ({
  page,
}) => {
  const missing: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) missing.push(response.url())
  })
  for (const path of ['/', '/menu/grills', '/farm', '/cart']) {
    await page.goto(path)
    const links = page.locator('link[rel~="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]')
    const cards = page.locator('meta[property="og:image"]')
    const named = [
      ...(await links.evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href))),
      ...(await cards.evaluateAll((all) => all.map((card) => (card as HTMLMetaElement).content))),
    ]
    expect(named).toHaveLength(5)
    for (const url of named) expect((await page.request.get(url)).status(), url).toBe(200)
    if (path === '/') await expectInstallable(page)
  }
  expect(missing).toEqual([])
})

test('seo: structured data is in the page, is not executed, and survives hydration', async ({ page }) => {
  await page.goto('/menu/pizza')
  await expect(page.getByRole('button', { name: /Add to Cart|Customi[sz]e/ }).first()).toBeEnabled()
  const blocks = page.locator('script[type="application/ld+json"]')
  await expect(blocks).toHaveCount(1)
  const { '@graph': graph } = JSON.parse((await blocks.textContent()) ?? '') as { '@graph': { '@type': string }[] }
  expect(graph.map((each) => each['@type'])).toEqual(['Menu', 'BreadcrumbList'])
})
