import { row } from './support/setup.ts'
import { expect, test } from './support/test.ts'

test('superusers read the errors of pages, with their place in the program', async ({ signedIn: page, plant }) => {
  await plant.company.call('POST', '/v0/client-errors', {
    version: '0.1.0',
    route: '/o/1',
    message: `Chart broke ${plant.tag}`,
    stack: 'Error: Chart broke\n    at draw (/assets/index.js:1:2)',
    browser: 'Chromium',
  })
  await page.goto('/setup/errors')
  await expect(page).toHaveTitle('Page errors | Millwatch')
  const line = row(page, `Chart broke ${plant.tag}`)
  await expect(line).toContainText('/o/1')
  await line.getByText('Where in the program').click()
  await expect(line).toContainText('at draw (/assets/index.js:1:2)')
})
