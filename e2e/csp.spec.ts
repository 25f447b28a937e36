import type { Page } from '@playwright/test'
import { cycles, send, status } from './support/device.ts'
import { enter, expect, test } from './support/test.ts'

/** Collects what the browser holds against a page: violations of the content policy, and errors of its console. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  const complaints: string[] = []
  await page.exposeFunction('complain', (words: string) => complaints.push(words))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { complain } = window as unknown as { complain: (words: string) => void }
      complain(`${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile ?? ''} ${event.sample}`)
    })
  })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`))
  return async () => complaints
}

test('the sign-in page keeps to the policy', async ({ page }) => {
  const complaints = await watch(page)
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(await complaints()).toEqual([])
})

test('every page keeps to the policy, with everything on it opened', async ({ page, context, plant }) => {
  await enter(context, plant)
  const machine = await plant.machineIn('Policy machine', plant.company.rootUnitId)
  await send(plant.url, machine, [status('running', Date.now() - 300_000), ...cycles(5, 30, Date.now() - 1000)])
  const complaints = await watch(page)
  for (const path of [`/o/${plant.company.rootUnitId}`, `/e/${machine.equipmentId}`]) {
    await page.goto(path)
    await expect(page.locator('[data-connection="connected"]')).toBeAttached()
    await page.getByRole('button', { name: 'How the utilization is computed' }).first().click()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: /theme/ }).click()
    await page.locator('.timeline').first().hover()
    await expect(page.locator('.tip')).toBeVisible()
  }
  await page.locator('.series-chart').first().hover()
  await page.getByRole('button', { name: 'Scatter' }).click()
  await page.goto('/')
  await expect(page.getByText('Redirected to root org unit')).toBeVisible()
  expect(await complaints()).toEqual([])
})

test('the page of the calls keeps to the policy', async ({ page }) => {
  const complaints = await watch(page)
  await page.goto('/docs')
  await expect(page.getByText('/v0/sessions').first()).toBeVisible()
  expect(await complaints()).toEqual([])
})

test('a policy is there to keep, strict, and its nonce is another each time', async ({ request }) => {
  const policies = await Promise.all(
    [0, 1].map(async () => (await request.get('/login')).headers()['content-security-policy'] ?? ''),
  )
  for (const policy of policies) {
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
    expect(policy).toMatch(/'nonce-[^']{20,}'/)
  }
  expect(policies[0]).not.toBe(policies[1])
})

test('what the policy forbids is reported here, so the silence above means something', async ({ page }) => {
  const complaints = await watch(page)
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.evaluate(() => {
    const style = new DOMParser()
      .parseFromString('<style>body { color: red }</style>', 'text/html')
      .querySelector('style')
    if (style) document.head.append(document.adoptNode(style))
  })
  await expect.poll(async () => (await complaints()).join()).toContain('style-src')
})
