import { expect, test } from 'vitest'
import { deviceNamed } from './device.ts'

test.each([
  ['Mozilla/5.0 (Linux; Android 14; TECNO) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari on an iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0 Safari/537.36', 'Chrome on Linux'],
  ['curl/8.5.0', 'An unknown device'],
  ['', 'An unknown device'],
  [null, 'An unknown device'],
  // Sessions of guests' private links store this text instead of a browser's user agent.
  ['Private link', 'Your private link'],
])('the user agent "%s" is named "%s"', (userAgent, name) => {
  expect(deviceNamed(userAgent)).toBe(name)
})
