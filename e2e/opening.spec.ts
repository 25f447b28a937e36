// Pages as they open: how many requests they make, which fail or are repeated, and what the console says.
import { signIn } from '@millwatch/lab/product/company'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { hallOf } from './support/hall.ts'
import { companyApart } from './support/operator.ts'
import { enterAs } from './support/people.ts'
import { quiet } from './support/requests.ts'
import { EVERYDAY, expect, type Plant, test } from './support/test.ts'

interface Opening {
  readonly requests: Request[]
  readonly complaints: string[]
}

const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url())
  return `${request.method()} ${pathname}${search}`
}

/** Collects the requests of a page from now on, and what went wrong: errors in its console, failed and refused requests. */
function watch(page: Page): Opening {
  const opening: Opening = { requests: [], complaints: [] }
  const { requests, complaints } = opening
  page.on('request', (request) => void requests.push(request))
  page.on('requestfailed', (request) => {
    // Requests of an earlier document end when this one opens.
    if (requests.includes(request)) complaints.push(`${pathOf(request)} ${request.failure()?.errorText}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${pathOf(response.request())} ${response.status()}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  return opening
}

/** Returns the requests that were made more than once, apart from the instants in their addresses. */
function repeated(requests: readonly Request[]): string[] {
  const names = requests
    .filter((request) => request.resourceType() === 'fetch')
    .map((request) => pathOf(request).replaceAll(/\d{4}-\d\d-\d\dT[\d%A.:]+Z/g, 'T'))
  return names.filter((name, place) => names.indexOf(name) !== place)
}

/** Returns the document and the requests that it began before the answer about its unit or machine was there. */
const untilRead = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const reading = entries.find(({ name }) => new URL(name).pathname === `/v0${location.pathname}`)
    const before = entries.filter(({ startTime }) => startTime < (reading?.responseEnd ?? Number.POSITIVE_INFINITY))
    return [location.pathname, ...before.map(({ name }) => new URL(name).pathname)]
  })

test(
  'a unit page makes at most 12 requests until its figures are read, and a machine page at most 13',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const { path, unit } = await hallOf(plant, 'Opening')
    const { equipmentId } = await plant.machineIn('Opening', unit)
    for (const [address, most] of [
      [path, 12],
      [`/e/${equipmentId}`, 13],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Opening')
      await quiet(page)
      const requests = await untilRead(page)
      expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(most)
    }
  },
)

/** Ends of the addresses of a unit and of a machine, by the menu and the reports. */
const ends = {
  o: [
    '',
    '?tab=equipment',
    '/alarms',
    '/pm',
    '/reports',
    '/reports/downtime',
    '/reports/runs',
    '/reports/parts',
  ].concat(['/reports/summary', '/reports/losttime', '/reports/shifts']),
  e: ['', '/operator', '/alarms', '/pm', '/reports', '/reports/downtime', '/reports/data', '/reports/runs'].concat([
    '/reports/status',
    '/reports/parts',
    '/reports/shifts',
  ]),
} as const
const settings = [
  'user',
  'alarms',
  'users',
  'users/new',
  'groups',
  'parts',
  'tags',
  'reasons',
  'schedules',
  'kiosks',
].concat(['keys', 'webhooks', 'audit'])

/** Returns true for the reading by which the screen of an operator, which stays open for days, learns when its session ends. */
const isRenewal = (address: string, name: string): boolean => address.endsWith('/operator') && name === 'GET /v0/user'

/** Opens each address as a first page and returns what went wrong with it. */
async function wrongAt(page: Page, addresses: readonly string[]): Promise<string[]> {
  const wrong: string[] = []
  const opening = watch(page)
  // Until the page is quiet, what made its unit and machine may still be published, and is then read again rightly.
  await page.goto(addresses[0] ?? '/')
  await quiet(page)
  // Leaving the page ends its requests before the next page is watched.
  await page.goto('about:blank')
  for (const address of addresses) {
    opening.requests.length = 0
    opening.complaints.length = 0
    await page.goto(address)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await quiet(page)
    wrong.push(...opening.complaints.map((complaint) => `${address}: ${complaint}`))
    const again = repeated(opening.requests).filter((name) => !isRenewal(address, name))
    wrong.push(...again.map((name) => `${address}: again ${name}`))
    await page.goto('about:blank')
  }
  return wrong
}

/** Makes a unit with a machine in a company of its own: others' add-ins and machines would be read by its pages too. */
async function machineApart({ url, tag }: Plant, context: BrowserContext): Promise<{ unit: number; machine: number }> {
  const { owner } = await companyApart(url, `Opening ${tag}`)
  const company = await signIn(url, owner.username, owner.password)
  await enterAs(context, url, owner)
  const unit = await company.unit('Quiet')
  const { equipmentId } = await company.machine('Silent', unit)
  return { unit, machine: equipmentId }
}

for (const [kind, list] of Object.entries(ends))
  test(`no page of a ${kind === 'o' ? 'unit' : 'machine'} fails, repeats or breaks off a request as it opens, and its console is empty`, async ({
    page,
    context,
    plant,
  }) => {
    test.slow()
    const { unit, machine } = await machineApart(plant, context)
    const id = kind === 'o' ? unit : machine
    expect(
      await wrongAt(
        page,
        list.map((end) => `/${kind}/${id}${end}`),
      ),
    ).toEqual([])
  })

test('nor does a page under Settings', async ({ page, context, plant }) => {
  test.slow()
  await machineApart(plant, context)
  expect(
    await wrongAt(
      page,
      settings.map((end) => `/setup/${end}`),
    ),
  ).toEqual([])
})

test('18.16: a first visit of /, /login and /first-run has no 401, and its console is empty', async ({ page }) => {
  const opening = watch(page)
  for (const address of ['/', '/login', '/first-run']) {
    await page.goto(address)
    await expect(page.getByLabel('Email')).toBeVisible()
    await quiet(page)
    expect(opening.complaints.splice(0), address).toEqual([])
    await page.goto('about:blank')
    opening.complaints.length = 0
  }
})

test('the first visit of a browser asks for nothing that is refused, and leads back after the sign-in', async ({
  page,
  plant,
}) => {
  const { owner } = await companyApart(plant.url, `First visit ${plant.tag}`)
  const company = await signIn(plant.url, owner.username, owner.password)
  const unit = await company.unit('First visit')
  const opening = watch(page)
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  await quiet(page)
  await page.goto(`/o/${unit}?tab=equipment`)
  await page.getByLabel('Email').fill(owner.username)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/o/${unit}\\?tab=equipment`))
  await quiet(page)
  expect(opening.complaints).toEqual([])
})
