import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Product } from '@millwatch/lab/product/product'
import type { Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { printedCode } from './support/printed-code.ts'
import { quiet } from './support/requests.ts'
import { EVERYDAY, expect, test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

let product: Product

// Needs a separate installation that has no company.
test.beforeAll(async () => {
  product = await Product.make()
  await product.start()
})
test.afterAll(() => product.discard())

const step = (page: Page) => page.getByRole('list', { name: 'Steps' }).locator('[aria-current="step"]')
const next = (page: Page) => page.getByRole('button', { name: 'Continue' })

test('every address leads to the set-up, which asks for the code first', async ({ page }) => {
  await page.goto(`${product.url}/o/1`)
  await expect(page).toHaveURL(`${product.url}/first-run`)
  await expect(page).toHaveTitle('Set up | Millwatch')
  await expect(step(page)).toHaveText('1. Company and time zone')
  await next(page).click()
  await expect(page.getByText('Please input the set-up code that the server printed')).toBeVisible()
  await expect(page.getByText('Name cannot be blank')).toBeVisible()
  await page.getByLabel('Code').fill('AAAA-AAAA')
  await page.getByLabel('Company name').fill('Northfield')
  await next(page).click()
  await expect(page.getByText('This is not the set-up code that the server printed when it started')).toBeVisible()
  await expect(step(page)).toHaveText('1. Company and time zone')
})

test(
  '18.16: the first visit of an empty installation has no 401, and its console is empty',
  EVERYDAY,
  async ({ page }) => {
    const complaints: string[] = []
    page.on(
      'response',
      (response) => response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`),
    )
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    for (const address of ['/', '/login', '/first-run']) {
      await page.goto(`${product.url}${address}`)
      await expect(step(page)).toHaveText('1. Company and time zone')
      await quiet(page)
    }
    expect(complaints).toEqual([])
  },
)

test('three steps create company, admin and machine, and one curl command sends its first events (axe)', async ({
  page,
}) => {
  await page.goto(`${product.url}/`)
  await page.getByLabel('Code').fill((await printedCode(product)).toUpperCase())
  await page.getByLabel('Company name').fill('Northfield Components')
  await page.getByLabel('Time zone').selectOption('America/Chicago')
  expect(await violationsInAll(page)).toEqual([])
  await next(page).click()

  await expect(step(page)).toHaveText('2. First admin')
  await next(page).click()
  for (const words of [
    'Please input an email',
    'Please input a first name',
    'Please input a last name',
    'Please input your password',
    'Please confirm your password',
  ]) {
    await expect(page.getByText(words)).toBeVisible()
  }
  expect(await violationsInAll(page)).toEqual([])
  await page.getByLabel('Email').fill('nobody')
  await next(page).click()
  await expect(page.getByText('The input is not a valid email')).toBeVisible()
  await page.getByLabel('Email').fill('first@northfield.example')
  await page.getByLabel('First name').fill('Dana')
  await page.getByLabel('Last name').fill('Reyes')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Repeat password').fill('other')
  await next(page).click()
  await expect(page.getByText('Password must be at least 8 characters and contain at least one number')).toBeVisible()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('long enough 1')
  await page.getByLabel('Repeat password').fill('long enough 1')
  await next(page).click()

  await expect(step(page)).toHaveText('3. First machine')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('first@northfield.example')
  await next(page).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByText('Name cannot be blank')).toBeVisible()
  await page.getByLabel('Machine name').fill('Press 1')
  expect(await violationsInAll(page)).toEqual([])
  await page.getByRole('button', { name: 'Set up' }).click()

  await expect(page.getByRole('heading', { name: 'Connect the machine' })).toBeVisible()
  await expect(page.getByText('Waiting for the first event…')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Device key' })).not.toBeEmpty()
  await expect(page.getByRole('textbox', { name: /mosquitto_pub/ })).toContainText('mosquitto_pub -h 127.0.0.1')
  expect(await violationsInAll(page)).toEqual([])
  const line = (await page.getByRole('textbox', { name: 'One cycle by curl' }).textContent()) ?? ''
  expect(line).toContain(`curl ${product.url}/v0/ingest`)
  const { stdout } = await promisify(execFile)('sh', ['-c', line])
  expect(JSON.parse(stdout)).toMatchObject({ status: 'success', accepted: 1 })

  const live = page.getByRole('status').filter({ hasText: 'Press 1' })
  await expect(live.locator('[data-status="running"]')).toBeVisible()
  await live.getByRole('link', { name: 'Open the machine' }).click()
  await expect(page).toHaveURL(/\/e\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Press 1')
  await expect(page.getByTestId('cycles')).toHaveText('1')
  await expect(page.getByRole('banner').getByText('Northfield Components')).toBeVisible()

  // It is gone once done.
  await page.context().clearCookies()
  await page.goto(`${product.url}/first-run`)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Email')).toBeVisible()
})
