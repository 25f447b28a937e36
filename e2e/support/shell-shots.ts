// Screenshots of what opens over and beside a page: menus, panels, the palette, the bell, an add-in, a new version.

import type { Company } from '@millwatch/lab/product/company'
import type { Page } from '@playwright/test'
import { type Camera, type TakenPicture, takeHere, withPage } from './camera.ts'
import type { Places } from './page-shots.ts'
import { enterAs, type Person } from './people.ts'

const guest = '<!doctype html><body style="font:16px system-ui;background:#fff"><h1>Drawings</h1><p>Sheet 4 of 12.</p>'

/**
 * Notification as an operator would publish it. It is put into the answers of the server, so that it is shown on any
 * installation.
 */
const news = {
  id: 1,
  title: 'Millwatch 0.2: reasons on the timeline',
  detail:
    'Stops can be opened on the timeline of a machine now:\n\n- give a **reason**, write notes\n- see what was *restated*\n\nMore in [the notes](https://millwatch.example/notes).',
  created_at: '2026-11-21T06:00:00.000Z',
  available_at: '2026-11-21T06:00:00.000Z',
  acked: false,
}

async function open(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function takeOverlays(page: Page, folder: string, path: string): Promise<TakenPicture[]> {
  const taken: TakenPicture[] = []
  await open(page, path)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('heading', { name: news.title }).waitFor()
  taken.push(await takeHere(page, folder, 'shell-notifications'))
  for (const [keys, typed, name] of [
    ['Control+k', 'press', 'shell-palette'],
    ['Control+k', 'nothing like it', 'shell-palette-nothing'],
    ['?', '', 'shell-keyboard'],
  ] as const) {
    await open(page, path)
    await page.keyboard.press(keys)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type(typed)
    taken.push(await takeHere(page, folder, name))
  }
  await open(page, path)
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  taken.push(await takeHere(page, folder, 'shell-user-menu'))
  await open(page, path)
  await page.getByRole('button', { name: /Unfold/ }).click()
  taken.push(await takeHere(page, folder, 'shell-page-menu'))
  return taken
}

async function takeAddin(page: Page, folder: string, owner: Company, machineId: number): Promise<TakenPicture> {
  const wanted = { name: 'Drawings of machines', index_url: 'https://drawings-shown.example/' }
  const enabled = { equipment_enabled: true, org_unit_enabled: true }
  const { addin } = await owner.call<{ addin: { id: number } }>('POST', '/v0/addins', { ...wanted, ...enabled })
  await page.route('https://drawings-shown.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: guest }),
  )
  await open(page, `/e/${machineId}/addin/${addin.id}`)
  await page.frameLocator('iframe').getByRole('heading').waitFor()
  const taken = await takeHere(page, folder, 'shell-addin')
  await owner.call('DELETE', `/v0/addins/${addin.id}`)
  return taken
}

async function takeRelease(page: Page, folder: string, path: string): Promise<TakenPicture> {
  const body = '<script type="module" src="/assets/index-other.js"></script>'
  await page.clock.install()
  await open(page, path)
  await page.route('**/?t=*', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.clock.fastForward(16 * 60_000)
  await page.getByText('New version available').waitFor()
  return takeHere(page, folder, 'shell-new-version')
}

/** Takes the screenshots of the message to an old browser, and of the page after a crash. */
async function takeBroken(camera: Camera, owner: Person, path: string): Promise<TakenPicture[]> {
  const unsupported = await withPage(camera, async (page) => {
    await page.addInitScript(() => Reflect.deleteProperty(Map, 'groupBy'))
    await page.goto('/login')
    await page.getByRole('alert').waitFor()
    return takeHere(page, camera.folder, 'shell-unsupported')
  })
  const broken = await withPage(camera, async (page) => {
    await enterAs(page.context(), camera.url, owner)
    await page.route(/\/v0\/o\/\d+/, async (route) => {
      const { orgUnit } = (await (await route.fetch()).json()) as { orgUnit: object }
      await route.fulfill({ json: { status: 'success', orgUnit: { ...orgUnit, ancestors: null } } })
    })
    await page.goto(path)
    await page.getByRole('alert').waitFor()
    return takeHere(page, camera.folder, 'shell-crash')
  })
  return [unsupported, broken]
}

/**
 * Takes the screenshots of the elements around every page as a superuser: menus, an add-in, a new release, the message to an old
 * browser, and the page after a crash.
 */
export async function takeShell(
  camera: Camera,
  owner: Person,
  company: Company,
  places: Places,
): Promise<TakenPicture[]> {
  const path = `/o/${places.unitId}`
  const taken = await withPage(camera, async (page) => {
    const { folder } = camera
    await enterAs(page.context(), camera.url, owner)
    await page.route('**/v0/notifications?*', (route) =>
      route.fulfill({ json: { status: 'success', notifications: [news] } }),
    )
    const overlays = await takeOverlays(page, folder, path)
    const addin = await takeAddin(page, folder, company, places.machineId)
    return [...overlays, addin, await takeRelease(page, folder, path)]
  })
  return [...taken, ...(await takeBroken(camera, owner, path))]
}
