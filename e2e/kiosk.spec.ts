import { HOUR_MS } from '@millwatch/domain/time'
import type { Page } from '@playwright/test'
import { cycles, send, status } from './support/device.ts'
import { quiet } from './support/requests.ts'
import { EVERYDAY, enter, expect, type Plant, test } from './support/test.ts'

interface Made {
  readonly kiosk: { readonly id: number }
  readonly code: string
  readonly url: string
}

const wants = { may_give_reasons: false, may_count_scrap: false }

const makeKiosk = (plant: Plant, page: 'machine' | 'unit' | 'wall', id: number): Promise<Made> =>
  plant.company.call<Made>('POST', '/v0/kiosks', {
    name: `${page} display ${plant.tag}`,
    page,
    ...(page === 'unit' || page === 'wall' ? { org_unit_id: id } : { equipment_id: id }),
    ...wants,
  })

/** Makes a unit with a running machine. */
async function hall(plant: Plant, name: string) {
  const unit = await plant.unit(`${name} ${plant.tag}`)
  const machine = await plant.machineIn(`${name} press ${plant.tag}`, unit)
  const now = Date.now()
  await send(plant.url, machine, [status('running', now - 300_000), ...cycles(5, 30, now - 1000)])
  return { unit, machine }
}

/** Opens the link of a display and waits until it shows `path`. */
async function open(page: Page, { code }: Made, path: string): Promise<void> {
  await page.goto(`/?token=${code}`)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function hasNoChrome(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: /Company|Page menu/ })).toHaveCount(0)
  await expect(page.locator('#company-tree')).toHaveCount(0)
}

for (const which of ['unit', 'wall'] as const) {
  test(
    `a ${which} display shows its unit without anything around it, live, and no way elsewhere`,
    EVERYDAY,
    async ({ page, plant }) => {
      const { unit, machine } = await hall(plant, `Shown by ${which}`)
      await open(page, await makeKiosk(plant, which, unit), `/o/${unit}`)
      await hasNoChrome(page)
      await expect(page.getByRole('link')).toHaveCount(0)
      const tag = page.getByRole('listitem').locator('[data-status]').first()
      await expect(tag).toHaveAttribute('data-status', 'running')
      await send(plant.url, machine, [status('down', Date.now())])
      await expect(tag).toHaveAttribute('data-status', 'down')
      for (const elsewhere of [
        '/',
        `/e/${machine.equipmentId}`,
        `/o/${plant.company.rootUnitId}`,
        '/setup/user',
        '/no',
      ]) {
        await page.goto(elsewhere)
        await expect(page).toHaveURL(`/o/${unit}`)
      }
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Shown by ${which} ${plant.tag}`)
    },
  )
}

test('a display with the page machine shows its machine, and no way elsewhere', async ({ page, plant }) => {
  const { unit, machine } = await hall(plant, 'Display of machine')
  await open(page, await makeKiosk(plant, 'machine', machine.equipmentId), `/e/${machine.equipmentId}`)
  await hasNoChrome(page)
  await expect(page.locator('[data-status="running"]').first()).toBeVisible()
  await expect(page.getByTestId('cycles')).toHaveText('5')
  await page.goto(`/o/${unit}`)
  await expect(page).toHaveURL(`/e/${machine.equipmentId}`)
})

test('text of a display is at least 20 px, and controls at least 56', async ({ page, plant }) => {
  const { unit } = await hall(plant, 'Readable')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await open(page, await makeKiosk(plant, 'unit', unit), `/o/${unit}`)
  await expect(page.getByRole('button', { name: /Running/ })).toBeVisible()
  const smallest = await page.evaluate(() => {
    const zoom = Number.parseFloat(getComputedStyle(document.querySelector('.display') ?? document.body).zoom)
    const shown = [...document.querySelectorAll('.display *')].filter(
      (element) =>
        element.checkVisibility() &&
        [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
    )
    return Math.min(...shown.map((element) => Number.parseFloat(getComputedStyle(element).fontSize) * zoom))
  })
  expect(smallest).toBeGreaterThanOrEqual(20)
  for (const button of await page.getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(56)
  }
})

test('a display that is revoked is signed out, and says so', async ({ page, plant }) => {
  const { unit } = await hall(plant, 'Revoked')
  const made = await makeKiosk(plant, 'unit', unit)
  await open(page, made, `/o/${unit}`)
  await plant.company.call('DELETE', `/v0/kiosks/${made.kiosk.id}`)
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert')).toHaveText('This display was signed out. An admin can make another link for it')
})

test('a person who signs in at a display gets the usual pages', async ({ page, plant }) => {
  const { unit } = await hall(plant, 'Reused')
  const made = await makeKiosk(plant, 'unit', unit)
  await open(page, made, `/o/${unit}`)
  await plant.company.call('DELETE', `/v0/kiosks/${made.kiosk.id}`)
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(plant.username)
  await page.getByLabel('Password').fill(plant.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByRole('banner')).toBeVisible()
})

/** Replaces the end of the session in the answers of a path; the rest of the answer is unchanged. */
const endsIn = (page: Page, path: string, ms: number) =>
  page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as object
    await route.fulfill({ response, json: { ...answer, expires_at: new Date(Date.now() + ms).toISOString() } })
  })

for (const [left, renewed] of [
  [23 * HOUR_MS, true],
  [25 * HOUR_MS, false],
] as const) {
  test(`a display whose session lasts ${left / HOUR_MS} h more ${renewed ? 'renews it' : 'lets it be'}`, async ({
    page,
    plant,
  }) => {
    const { unit } = await hall(plant, 'Lasting')
    await open(page, await makeKiosk(plant, 'unit', unit), `/o/${unit}`)
    await endsIn(page, '/v0/kiosk', left)
    await page.clock.install()
    const answers = { '/v0/kiosk': [] as number[], '/v0/reauth': [] as number[] }
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname === '/v0/kiosk' || pathname === '/v0/reauth') answers[pathname].push(response.status())
    })
    // It looks when it opens, and every 5 minutes.
    for (const step of [() => page.reload(), () => page.clock.runFor(5 * 60_000)]) {
      for (const statuses of Object.values(answers)) statuses.length = 0
      await step()
      await expect.poll(() => answers['/v0/kiosk']).toContain(200)
      await quiet(page)
      if (renewed) expect(answers['/v0/reauth']).toContain(200)
      else expect(answers['/v0/reauth']).toEqual([])
    }
  })
}

test('fullscreen renews a session that is about to end, a window does not', async ({ page, context, plant }) => {
  await enter(context, plant)
  await endsIn(page, '/v0/user', HOUR_MS)
  const answers: number[] = []
  page.on('response', (response) => response.url().endsWith('/v0/reauth') && answers.push(response.status()))
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(answers).toEqual([])
  await page.getByRole('button', { name: 'Enter Fullscreen Mode' }).click()
  await expect.poll(() => answers).toContain(200)
})

test('the session of a person is looked after every 5 minutes; a check that fails is only logged', async ({
  signedIn: page,
  plant,
}) => {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()))
  await page.clock.install()
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plant.companyName)
  await quiet(page)
  await page.route('**/v0/user', (route) => route.abort())
  await page.clock.fastForward(4.5 * 60_000)
  expect(logged.join()).not.toContain('The session could not be checked')
  await page.clock.fastForward(60_000)
  await expect.poll(() => logged.join()).toContain('The session could not be checked')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plant.companyName)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})
