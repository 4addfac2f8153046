import { expect, test } from 'vitest'
import { problemPage, problemResponse, refuse } from './problems.ts'

test('SAFE-15: a problem page shows its sentence as text, whatever it contains', async () => {
  const refusal = refuse('not-found', 'There is no <img src=x onerror=alert(1)> & no &lt;i>.')
  const page = problemPage(problemResponse(refusal, 'test'), refusal.message, ['/style.css'])
  expect([page.status, page.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('<p>There is no &lt;img src=x onerror=alert(1)> &amp; no &amp;lt;i>.</p>')
})
