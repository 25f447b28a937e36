import type { Page } from '@playwright/test'
import { cycles, send, status } from './support/device.ts'
import { addMember } from './support/people.ts'
import { EVERYDAY, enter, expect, test } from './support/test.ts'

/**
 * Collects complaints of the browser about a page: violations of the content policy, and console errors. Returns a function
 * that reads them.
 */
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

/** Returns false for the console message about a 401, which the browser prints when nobody is signed in. */
const isComplaint = (words: string): boolean => !/^console: Failed to load resource: .*\b401\b/.test(words)

test('the sign-in page keeps to the policy', EVERYDAY, async ({ page }) => {
  const complaints = await watch(page)
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(await complaints()).toEqual([])
})

test('the pages before sign-in keep to the policy', EVERYDAY, async ({ page, plant }) => {
  const complaints = await watch(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(`policy.${plant.tag}@plant.example`)
  await page.getByRole('button', { name: 'Request Password Reset' }).click()
  await expect(page.getByText('Check email for password reset link')).toBeVisible()
  await page.goto('/password/reset')
  await expect(page.getByRole('alert')).toHaveText('Token invalid or expired')
  await page.goto('/first-run')
  await expect(page).toHaveURL('/login')
  expect((await complaints()).filter(isComplaint)).toEqual([])
})

test('the first sign-in and the settings keep to the policy, with everything on them used', async ({ page, plant }) => {
  const member = await addMember(plant.company, 'Policy')
  const complaints = await watch(page)
  await page.goto('/setup/user')
  await page.getByLabel('Email').fill(member.username)
  await page.getByLabel('Password').fill(member.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByLabel('Current password').fill(member.password)
  await page.getByLabel('New password').fill('all of my own 1')
  await page.getByLabel('Repeat password').fill('all of my own 1')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('First shift').fill('#112233')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('User updated successfully')).toBeVisible()
  await page.getByRole('link', { name: 'Security' }).click()
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  expect((await complaints()).filter(isComplaint)).toEqual([])
})

test('a display keeps to the policy', async ({ page, plant }) => {
  const unit = await plant.unit(`Policy hall ${plant.tag}`)
  await plant.machineIn(`Policy press ${plant.tag}`, unit)
  const { code } = await plant.company.call<{ code: string }>('POST', '/v0/kiosks', {
    name: `Policy display ${plant.tag}`,
    page: 'wall',
    org_unit_id: unit,
    may_give_reasons: false,
    may_count_scrap: false,
  })
  const complaints = await watch(page)
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  await page.goto(`/?token=${code}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Policy hall ${plant.tag}`)
  // A display shows no add-ins, so the policy of its first document is enough.
  expect(documents).toHaveLength(1)
  await expect(page.locator('[data-connection="connected"]')).toBeAttached()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Policy hall ${plant.tag}`)
  expect(await complaints()).toEqual([])
})

test('every page keeps to the policy, with everything on it opened', async ({ page, context, plant }) => {
  await enter(context, plant)
  const machine = await plant.machineIn('Policy machine', plant.company.rootUnitId)
  await send(plant.url, machine, [status('running', Date.now() - 300_000), ...cycles(5, 30, Date.now() - 1000)])
  const complaints = await watch(page)
  // Answers for the icons of add-ins that other tests list.
  const body = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  await page.route(/^https:\/\/[^/]+\.example\//, (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
  const unit = `/o/${plant.company.rootUnitId}`
  const more = ['&view=timeline', '&view=wall']
  for (const path of more.map((view) => `${unit}?tab=equipment${view}`)) {
    await page.goto(path)
    await expect(page.locator('[data-connection="connected"]')).toBeAttached()
    await expect(page.getByText('Policy machine').last()).toBeVisible()
  }
  for (const path of [unit, `${unit}?tab=equipment`, `/e/${machine.equipmentId}`]) {
    await page.goto(path)
    await expect(page.locator('[data-connection="connected"]')).toBeAttached()
    const figure = page
      .getByRole('main')
      .getByRole('button', { name: /How the utilization is computed/ })
      .first()
    await figure.hover()
    await expect(page.getByRole('dialog', { name: /How the utilization is computed/ })).toBeVisible()
    await figure.click()
    await expect(page.getByRole('dialog', { name: /Behind the number/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.mouse.move(0, 0)
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys and signs' })
    await expect(keys).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
    // The number has the focus again and shows its explanation.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: /theme/ }).click()
  }
  await page.locator('.timeline').first().hover()
  await expect(page.locator('.tip')).toBeVisible()
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

test('a policy is there to keep, strict, and its nonce is another each time', EVERYDAY, async ({ request }) => {
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

test('a forbidden script is reported, so the tests above would see violations', async ({ page }) => {
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
