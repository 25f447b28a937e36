import type { Page, Route } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { companyApart } from './support/operator.ts'
import { expect, type Plant, test } from './support/test.ts'

/** HTML of an add-in page: it shows each message that it gets, and the origin of its sender. */
const guest = `<!doctype html><title>Guest</title><body><p id="told">nothing</p><script>
  addEventListener('message', (event) => {
    document.querySelector('#told').textContent = JSON.stringify({ ...event.data, from: event.origin })
  })
</script>`

interface AddinMessage {
  readonly type: string
  readonly sso_token: string
  readonly equipment_id?: number
  readonly org_unit_id?: number
  readonly from: string
}

const host = (plant: Plant): string => `https://drawings-${plant.tag}.example`
const html = (body: string) => (route: Route) => route.fulfill({ contentType: 'text/html', body })

async function addin(plant: Plant, enabled: { equipment: boolean; orgUnit: boolean }): Promise<number> {
  const made = await plant.company.call<{ addin: { id: number } }>('POST', '/v0/addins', {
    name: `Drawings ${plant.tag}`,
    index_url: `${host(plant)}/app?x=1`,
    icon_url: `https://icons-${plant.tag}.example/a.svg`,
    equipment_enabled: enabled.equipment,
    org_unit_enabled: enabled.orgUnit,
  })
  return made.addin.id
}

async function machine(plant: Plant): Promise<{ unit: number; id: number }> {
  const unit = await plant.unit(`Add-in hall ${plant.tag}`)
  return { unit, id: (await plant.machineIn(`Add-in lathe ${plant.tag}`, unit)).equipmentId }
}

const frame = (page: Page, plant: Plant) => page.frameLocator(`iframe[title="Drawings ${plant.tag}"]`)
const messageOf = async (page: Page, plant: Plant): Promise<AddinMessage> => {
  const words = frame(page, plant).locator('#told')
  await expect(words).not.toHaveText('nothing')
  return JSON.parse((await words.textContent()) ?? '') as AddinMessage
}
const claims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

test('the page menu has one item per add-in that is enabled there, with name and icon', async ({
  signedIn: page,
  plant,
}) => {
  const { unit, id } = await machine(plant)
  await addin(plant, { equipment: true, orgUnit: false })
  await page.route(`https://icons-${plant.tag}.example/**`, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    }),
  )
  await page.route(`${host(plant)}/**`, html(guest))
  await page.goto(`/e/${id}`)
  const menu = page.getByRole('navigation', { name: 'Page menu' })
  const item = menu.getByRole('link', { name: `Drawings ${plant.tag}` })
  await expect.poll(() => item.locator('img').evaluate((icon: HTMLImageElement) => icon.naturalWidth)).toBe(9)
  await item.click()
  await expect(page).toHaveURL(new RegExp(`/e/${id}/addin/\\d+$`))
  await expect(page).toHaveTitle(`Drawings ${plant.tag} | Millwatch`)
  await page.goto(`/o/${unit}`)
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(menu.getByRole('link', { name: `Drawings ${plant.tag}` })).toHaveCount(0)
})

test('the add-in is in a sandboxed frame, which gets a token for its own origin; a link returns to the page before (axe)', async ({
  signedIn: page,
  plant,
}) => {
  const { id } = await machine(plant)
  const addinId = await addin(plant, { equipment: true, orgUnit: true })
  await page.route(`${host(plant)}/**`, html(guest))
  let give = (): void => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  await page.route('**/v0/addins/sso', async (route) => {
    await given
    await route.continue()
  })
  const answer = await page.goto(`/e/${id}/addin/${addinId}`)
  const policy = answer?.headers()['content-security-policy'] ?? ''
  const frames = /frame-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
  expect(frames).toContain(host(plant))
  const { addins } = await plant.company.call<{ addins: { index_url: string }[] }>('GET', '/v0/addins')
  const listed = new Set(addins.map((addin) => new URL(addin.index_url).origin))
  expect(frames.filter((origin) => !listed.has(origin))).toEqual(["'self'"])
  // The frame is shown only when there is a token.
  await expect(page.getByRole('heading', { name: `Drawings ${plant.tag}` })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  give()
  const message = await messageOf(page, plant)
  expect(message).toMatchObject({ type: 'millwatch:sso', equipment_id: id, from: plant.url })
  expect(claims(message.sso_token)).toMatchObject({ iss: 'millwatch', aud: host(plant), addin_id: addinId })
  const sandbox = (await page.locator('iframe').getAttribute('sandbox')) ?? ''
  expect(sandbox).not.toMatch(/top-navigation|modals|pointer-lock|popups-to-escape/)
  expect(await violationsInAll(page)).toEqual([])
  await page.getByRole('link', { name: 'return to previous page' }).click()
  await expect(page).toHaveURL(new RegExp(`/e/${id}(\\?|$)`))
})

test('an add-in gets a new token on request; a frame that has moved to another site gets none', async ({
  signedIn: page,
  plant,
}) => {
  const addinId = await addin(plant, { equipment: false, orgUnit: true })
  await page.route(`${host(plant)}/**`, html(guest))
  const elsewhere: string[] = []
  await page.route('https://elsewhere.example/**', (route) => {
    elsewhere.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: guest })
  })
  const root = plant.company.rootUnitId
  await page.goto(`/o/${root}/addin/${addinId}`)
  const first = await messageOf(page, plant)
  expect(first.org_unit_id).toBe(root)
  const asking = frame(page, plant).locator('body')
  await asking.evaluate(() => parent.postMessage({ type: 'millwatch:ask' }, '*'))
  await expect.poll(async () => (await messageOf(page, plant)).sso_token).not.toBe(first.sso_token)
  await asking.evaluate(() => location.assign('https://elsewhere.example/'))
  await expect.poll(() => page.frames().some((child) => child.url().startsWith('chrome-error'))).toBe(true)
  expect(elsewhere).toEqual([])
})

test('a failed request for a token is only logged: the page stays without a frame and offers another try', async ({
  signedIn: page,
  plant,
}) => {
  const { id } = await machine(plant)
  const addinId = await addin(plant, { equipment: true, orgUnit: false })
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()))
  await page.route('**/v0/addins/sso', (route) => route.fulfill({ status: 500, json: { status: 'error', error: 'x' } }))
  await page.goto(`/e/${id}/addin/${addinId}`)
  await expect.poll(() => logged.join()).toContain('An add-in received no token')
  await expect(page.getByRole('link', { name: 'return to previous page' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.unroute('**/v0/addins/sso')
  await page.route(`${host(plant)}/**`, html(guest))
  await page.getByRole('button', { name: 'Try again' }).click()
  expect((await messageOf(page, plant)).equipment_id).toBe(id)
  // Opened by its address, it has the layout of every page and the time zone of its machine.
  await expect(page.locator('.addin-page')).toHaveCSS('padding-left', '24px')
  await expect(page.getByRole('button', { name: /^Time zone:/ })).toBeVisible()
  await page.goto(`/o/${plant.company.rootUnitId}/addin/${addinId}`)
  await expect(page.getByRole('heading', { name: 'Invalid request' })).toBeVisible()
  await expect(page.getByText('There is no add-in to see at this address.')).toBeVisible()
})

/** Answers for the icons of an add-in, and returns a function that gives the width of the one in the page menu. */
async function iconIn(page: Page, plant: Plant): Promise<() => Promise<number>> {
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  await page.route(`https://icons-${plant.tag}.example/**`, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body }),
  )
  const item = page.getByRole('navigation', { name: 'Page menu' }).getByRole('link', { name: `Drawings ${plant.tag}` })
  return () => item.locator('img').evaluate((icon: HTMLImageElement) => icon.naturalWidth)
}

test('icons of add-ins are shown right after a sign-in, at the address that was wanted', async ({ page, plant }) => {
  const { id } = await machine(plant)
  await addin(plant, { equipment: true, orgUnit: true })
  const width = await iconIn(page, plant)
  await page.goto(`/login?next=${encodeURIComponent(`/e/${id}?period=4h`)}`)
  await page.getByLabel('Email').fill(plant.username)
  await page.getByLabel('Password', { exact: true }).fill(plant.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.poll(width).toBe(9)
  await expect(page).toHaveURL(`/e/${id}?period=4h`)
})

test('icons of add-ins are shown right after a session is handed over, whose code is used once', async ({
  page,
  plant,
}) => {
  const { id } = await machine(plant)
  await addin(plant, { equipment: true, orgUnit: true })
  const width = await iconIn(page, plant)
  const { code } = await plant.company.call<{ code: string }>('POST', '/v0/sessions/handoff', {})
  await page.goto(`/e/${id}?token=${code}&period=4h`)
  await expect.poll(width).toBe(9)
  await expect(page).toHaveURL(`/e/${id}?period=4h`)
})

test('the icon of an add-in that has just been added is shown on the next page, without a reload by hand', async ({
  signedIn: page,
  plant,
}) => {
  const { unit } = await machine(plant)
  const width = await iconIn(page, plant)
  await page.goto(`/o/${unit}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Add-in hall ${plant.tag}`)
  await addin(plant, { equipment: true, orgUnit: true })
  const item = page.getByRole('navigation', { name: 'Page menu' }).getByRole('link', { name: `Drawings ${plant.tag}` })
  await expect(item).toBeVisible()
  await page.getByRole('treeitem', { name: new RegExp(`^Add-in lathe ${plant.tag}`) }).click()
  await expect.poll(width).toBe(9)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Add-in lathe ${plant.tag}`)
})

test('a sign-in to another company allows nothing of the one before', async ({ signedIn: page, plant }) => {
  await addin(plant, { equipment: true, orgUnit: true })
  const { owner } = await companyApart(plant.url, `Without add-ins ${plant.tag}`)
  const allowed = () => page.locator('meta[name="image-origins"]').getAttribute('content')
  await page.goto('/')
  await expect.poll(allowed).toContain(`https://icons-${plant.tag}.example`)
  // Whoever signs in then does so in the same document.
  await page.context().request.delete('/v0/sessions/current', { headers: { origin: plant.url } })
  await page.getByLabel('Email').fill(owner.username)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('banner')).toBeVisible()
  expect(await allowed()).toBe('')
})

test('a deep link to an add-in survives the sign-in, and its frame gets a token', async ({ page, plant }) => {
  const { id } = await machine(plant)
  const addinId = await addin(plant, { equipment: true, orgUnit: false })
  await page.route(`${host(plant)}/**`, html(guest))
  await page.goto(`/e/${id}/addin/${addinId}`)
  await page.getByLabel('Email').fill(plant.username)
  await page.getByLabel('Password', { exact: true }).fill(plant.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`/e/${id}/addin/${addinId}`)
  expect((await messageOf(page, plant)).equipment_id).toBe(id)
})
