import { MINUTE_MS } from '@millwatch/domain/time'
import { signIn } from '@millwatch/lab/product/company'
import { withoutLive } from './support/live.ts'
import { companyApart, millwatch } from './support/operator.ts'
import { enterAs, settledMember } from './support/people.ts'
import { quiet } from './support/requests.ts'
import { EVERYDAY, expect, test } from './support/test.ts'

/** A report that the crash page sent to the server. */
interface CrashReport {
  readonly route: string
  readonly message: string
  readonly stack: string | null
}

test(
  'the header leads home and shows the company, the time and the signed-in person',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const unit = await plant.unit('Header unit')
    await page.goto(`/o/${unit}`)
    await expect(page).toHaveTitle('Header unit | Millwatch')
    const header = page.getByRole('banner')
    await expect(header.getByText(plant.companyName, { exact: true })).toBeVisible()
    const clock = header.locator('time')
    const first = await clock.textContent()
    expect(first).toMatch(/^\d+:\d\d:\d\d [AP]M$/)
    await expect(clock).not.toHaveText(first ?? '')
    await page.getByRole('button', { name: /User menu/ }).click()
    await expect(page.getByRole('menu')).toContainText(plant.username)
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/setup/user')
    await header.getByRole('link', { name: 'Millwatch' }).click()
    await expect(page).toHaveURL(`/o/${plant.company.rootUnitId}`)
  },
)

test('at 1440 px the whole name of the company is shown, with every choice beside it', async ({
  signedIn: page,
  context,
  plant,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const name = page.locator('.company-name')
  const isCut = () =>
    name.evaluate(
      (element) => element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1,
    )
  for (const search of ['', '?from=20251001T0600Z&to=20251014T1830Z&zoomed=3m&shift=2&tz=America/New_York']) {
    await page.goto(`/o/${plant.company.rootUnitId}${search}`)
    await expect(page.locator('[data-connection="connected"]')).toBeAttached()
    await expect(page.locator('.wall-clock time')).toHaveText(/^\d+:/)
    expect(await isCut(), search).toBe(false)
  }
  await context.setOffline(true)
  await expect(page.getByText(/^Connection lost · data /)).toBeVisible()
  expect(await isCut()).toBe(false)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText(/^Connection lost · data /)).toBeInViewport({ ratio: 1 })
  const period = await page.getByRole('button', { name: /^Period:/ }).boundingBox()
  expect(period?.width).toBeGreaterThan(100)
})

test(
  '18.10: the note of a lost connection covers nothing at 1440, 768 and 390 px',
  EVERYDAY,
  async ({ signedIn: page, context, plant }) => {
    const unit = await plant.unit(`Lost ${plant.tag}`)
    await plant.machineIn(`Lost press ${plant.tag}`, unit)
    await page.goto(`/o/${unit}`)
    await expect(page.locator('[data-connection="connected"]')).toBeAttached()
    await expect(page.getByTestId('utilization')).toBeVisible()
    await context.setOffline(true)
    const note = page.getByText(/^Connection lost · data /)
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(note).toBeInViewport({ ratio: 1 })
      const covered = await note.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const points = [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const))
        const all = points.flatMap(([x, y]) => document.elementsFromPoint(left + width * x, top + height * y))
        return all
          .filter((other) => !element.contains(other) && !other.contains(element))
          .map((other) => other.className)
      })
      expect(covered, `${width} px`).toEqual([])
    }
  },
)

test('the header has the colour that the operator of the installation set for the company', async ({
  page,
  context,
  plant,
}) => {
  const { owner, id } = await companyApart(plant.url, `Coloured ${plant.tag}`)
  await enterAs(context, plant.url, owner)
  await millwatch('flags', id, 'header_color', 'black')
  await page.goto('/')
  await expect(page.getByRole('banner')).toHaveCSS('background-color', 'rgb(0, 0, 0)')
  await millwatch('flags', id, 'header_color', 'dark_grey')
  await page.reload()
  await expect(page.getByRole('banner')).toHaveCSS('background-color', 'rgb(52, 56, 61)')
})

test('the root path leads to the root unit and says so; messages clear after 5 s', async ({
  signedIn: page,
  plant,
}) => {
  await page.clock.install()
  await page.goto('/')
  await expect(page).toHaveURL(`/o/${plant.company.rootUnitId}`)
  const message = page.getByText('Redirected to root org unit')
  await expect(message).toBeVisible()
  // The message does not cover the header.
  expect((await message.boundingBox())?.y).toBeGreaterThan(48)
  await page.clock.runFor(6000)
  await expect(message).toHaveCount(0)
})

test('the page of a superuser asks for nothing that is not there', async ({ signedIn: page, plant }) => {
  const refused: string[] = []
  page.on('response', (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`))
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await page.getByRole('button', { name: 'Settings', exact: true }).first().click()
  await expect(page.getByRole('link', { name: 'Audit log' })).toBeVisible()
  await quiet(page)
  expect(refused).toEqual([])
})

test('units and machines are read again every 5 minutes, the tree every 10, and nothing after a 404', async ({
  page,
  context,
  plant,
}) => {
  // A separate company, because a change by another test would make the page read the tree again.
  const { owner } = await companyApart(plant.url, `Refreshed ${plant.tag}`)
  const company = await signIn(plant.url, owner.username, owner.password)
  const wanted = { name: 'Refreshed press', parent_id: company.rootUnitId }
  const { equip } = await company.call<{ equip: { id: number } }>('POST', '/v0/e', wanted)
  const reads = { company: 0, machine: 0 }
  let units = 0
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/v0/company') reads.company++
    if (pathname === `/v0/e/${equip.id}`) reads.machine++
    if (pathname === `/v0/o/${company.rootUnitId}`) units++
  })
  await enterAs(context, plant.url, owner)
  // Without the live connection, because the page reads everything again when it is lost and found.
  await withoutLive(page)
  await page.clock.install()
  await page.goto(`/e/${equip.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refreshed press')
  await quiet(page)
  const first = { ...reads }
  await page.clock.fastForward(4 * MINUTE_MS + 50_000)
  await quiet(page)
  expect(reads.machine).toBe(first.machine)
  // On a busy machine, parts that load late read the company once more.
  first.company = reads.company
  await page.clock.fastForward(20_000)
  await expect.poll(() => reads.machine).toBe(first.machine + 1)
  // The clock moves on when the answer has been read.
  await page.clock.runFor(1000)
  await page.clock.fastForward(5.5 * MINUTE_MS)
  await expect.poll(() => reads).toEqual({ company: first.company + 1, machine: first.machine + 2 })
  await page.clock.runFor(1000)
  await company.call('DELETE', `/v0/e/${equip.id}`)
  await page.clock.fastForward(5.5 * MINUTE_MS)
  await expect.poll(() => reads.machine).toBe(first.machine + 3)
  await expect(page.getByRole('main')).toContainText('Invalid request')
  // After the 404 the tree may read it once more, but not again as time passes.
  await page.clock.runFor(1000)
  const last = { ...reads }
  // On a busy machine this may happen only during the next reading.
  for (const _reading of [1, 2]) {
    Object.assign(last, reads)
    await page.clock.fastForward(11 * MINUTE_MS)
    await expect.poll(() => reads.company).toBeGreaterThan(last.company)
    await page.clock.runFor(1000)
    await quiet(page)
  }
  Object.assign(last, reads)
  await page.clock.fastForward(11 * MINUTE_MS)
  await expect.poll(() => reads.company).toBeGreaterThan(last.company)
  await page.clock.runFor(1000)
  expect(reads.machine).toBe(last.machine)

  await page.getByRole('banner').getByRole('link', { name: 'Millwatch' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Refreshed ${plant.tag}`)
  await quiet(page)
  const before = units
  await page.clock.fastForward(4.5 * MINUTE_MS)
  expect(units).toBe(before)
  await page.clock.fastForward(MINUTE_MS)
  await expect.poll(() => units).toBeGreaterThan(before)
})

test('each call shows a line along the header, which moves nothing', async ({ signedIn: page, plant }) => {
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/v0/company?*', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(`/o/${plant.company.rootUnitId}`)
  const line = page.locator('.busy-line')
  await expect(line).toHaveAttribute('data-busy', 'true')
  await expect(line).toHaveCSS('opacity', '1')
  const before = await page.getByRole('main').boundingBox()
  answer()
  await expect(line).toHaveAttribute('data-busy', 'false')
  await expect(line).toHaveCSS('opacity', '0')
  expect(await page.getByRole('main').boundingBox()).toEqual(before)
})

test('paper is white, without sidebars and controls', async ({ signedIn: page, plant }) => {
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page.locator('#company-tree')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#company-tree')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Page menu' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /User menu|Notifications|Settings/ })).toHaveCount(0)
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)')
  // Charts use the colours of the light theme on paper, and those of the screen afterwards.
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  // Paper is narrower than a window, but still shows the company and the period.
  await page.setViewportSize({ width: 718, height: 1015 })
  await expect(page.locator('.company-name')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Period:/ }).getByText(/ – now$/)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('an address without a machine says what is not there, and has neither the menu nor the period of a machine', async ({
  signedIn: page,
  plant,
}) => {
  await page.goto(`/o/${plant.company.rootUnitId}`)
  const menu = page.getByRole('navigation', { name: 'Page menu' })
  const period = page.getByRole('button', { name: /^Period:/ })
  await expect(menu).toBeVisible()
  const requestedPaths: string[] = []
  page.on('request', (request) => void requestedPaths.push(new URL(request.url()).pathname))
  await page.goto('/e/999999999')
  await expect(page.getByText('There is no machine 999999999 to see at this address.')).toBeVisible()
  await expect(menu).toHaveCount(0)
  await expect(period).toHaveCount(0)
  await quiet(page)
  expect(requestedPaths.filter((path) => path === '/v0/e/999999999')).toHaveLength(1)
  await page.getByRole('link', { name: 'Go to the company' }).click()
  await expect(menu).toBeVisible()
  await expect(period).toBeVisible()
})

test('a message never covers what it is about, wherever that is on the page, nor anything else', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit(`Told ${plant.tag}`)
  await page.goto(`/o/${unit}?panel=configuration`)
  const form = page.getByRole('form', { name: 'Org unit configuration' })
  const root = page.locator('#root')
  /** Returns the elements that lie under the message, besides the empty document. */
  const covered = (): Promise<string[]> =>
    page.evaluate(() => {
      const message = document.querySelector('.toast')?.getBoundingClientRect()
      if (message === undefined) throw new Error('There is no message')
      const under = [message.left + 1, message.right - 1].flatMap((x) =>
        [message.top + 1, message.bottom - 1].flatMap((y) => document.elementsFromPoint(x, y)),
      )
      return under.filter((element) => element.closest('#root') !== null).map((element) => element.className)
    })
  for (const [name, size] of [
    ['Wide', { width: 1440, height: 900 }],
    ['Narrow', { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(size)
    // In a narrow window the panel stands over the page.
    await expect(page.getByRole('button', { name: 'Close Configuration' })).toHaveCount(name === 'Narrow' ? 1 : 0)
    // After a save, the form first reads its values again.
    await expect(form.getByText('Nothing has changed')).toBeVisible()
    await form.getByLabel('Name').fill(`${name} ${plant.tag}`)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved successfully')).toBeVisible()
    await expect.poll(covered, name).toEqual([])
    await page.getByRole('button', { name: 'Close this message' }).first().click()
    // The page has the room again.
    await expect.poll(async () => (await root.boundingBox())?.height).toBe(size.height)
  }
})

test('what was pressed at the lower edge of a low window stays in sight beside its message', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit(`Low ${plant.tag}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/o/${unit}?panel=configuration`)
  const form = page.getByRole('form', { name: 'Org unit configuration' })
  await form.getByLabel('Name').fill(`Lower ${plant.tag}`)
  const target = form.getByLabel(/^Target of utilization/)
  await target.fill('75')
  const bottomOf = async (): Promise<number> => {
    const { y, height } = (await target.boundingBox()) ?? { y: 0, height: 0 }
    return y + height
  }
  const height = Math.ceil(await bottomOf()) + 4
  await page.setViewportSize({ width: 390, height })
  await expect.poll(async () => height - (await bottomOf()), 'the field stands where the message comes').toBeLessThan(8)
  await target.press('Enter')
  const toast = page.locator('.toast').filter({ hasText: 'Saved successfully' })
  await expect(toast).toBeVisible()
  await expect.poll(async () => ((await toast.boundingBox())?.y ?? 0) - (await bottomOf())).toBeGreaterThanOrEqual(0)
})

test('a page that does not exist shows Invalid request and a link onwards', async ({ signedIn: page, plant }) => {
  for (const [path, missing] of [
    ['/e/999999999', 'machine 999999999'],
    ['/o/999999999', 'unit 999999999'],
    ['/o/none', 'page'],
    ['/nowhere', 'page'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Invalid request' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(`There is no ${missing} to see at this address.`)
    // The menu and the period of a page that is not there would mislead.
    await expect(page.getByRole('navigation', { name: 'Page menu' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Time zone:/ })).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Go to the company' }).click()
  await expect(page).toHaveURL(`/o/${plant.company.rootUnitId}`)
})

test('the theme is dark, turns light on wish, and stays so', async ({ page, context, plant }) => {
  await enterAs(context, plant.url, await settledMember(plant.url, plant.company, 'Themed'))
  await page.goto(`/o/${plant.company.rootUnitId}`)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect.poll(ground).toBe('rgb(11, 14, 18)')
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Light theme' }).click()
  await expect.poll(ground).toBe('rgb(244, 246, 248)')
  await page.reload()
  await expect.poll(ground).toBe('rgb(244, 246, 248)')
})

test('a page that breaks while it is drawn says so, and shows two ways on', async ({ signedIn: page, plant }) => {
  // An answer that the server never gives, since a page cannot be broken from outside in another way.
  await page.route(/\/v0\/o\/\d+/, async (route) => {
    const answer = await route.fetch()
    const { orgUnit } = (await answer.json()) as { orgUnit: object }
    await route.fulfill({ json: { status: 'success', orgUnit: { ...orgUnit, name: 'Broken', ancestors: null } } })
  })
  await page.goto(`/o/${plant.company.rootUnitId}?status=secret`)
  await expect(page.getByRole('alert')).toContainText(
    'An error has occurred on this page and a bug report has been sent.',
  )
  await expect(page.getByRole('link', { name: 'Reload the page' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to the start' })).toBeVisible()
  await expect(page.getByText('The bug report did not arrive')).toHaveCount(0)
  const path = '/v0/client-errors'
  const reports = async () => (await plant.company.call<{ client_errors: CrashReport[] }>('GET', path)).client_errors
  await expect.poll(async () => (await reports())[0]?.route).toBe(`/o/${plant.company.rootUnitId}`)
  const [report] = await reports()
  expect(report?.message).toMatch(/TypeError/)
  expect(report?.stack).toContain('/assets/')
  expect(JSON.stringify(report)).not.toMatch(/Broken|secret/)
})
