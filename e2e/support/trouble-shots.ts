// Screenshots of pages that cannot show their data: not read yet, not found, not readable, no connection.
import type { Page } from '@playwright/test'
import { type Camera, settled, type TakenPicture, takeHere, withPage } from './camera.ts'
import type { Places } from './page-shots.ts'
import { enterAs, type Person } from './people.ts'

/** Pattern of the calls that read a unit or a machine, or a report of one. */
const reads = /\/v0\/[oe]\/\d+/
/** Pattern of the calls that read a report. */
export const reportReads = /\/v0\/[oe]\/\d+\/(reports|data\/raw)/

/** Takes the screenshots of a page while the calls that match `held` get no answer. */
export async function takeReading(
  page: Page,
  folder: string,
  name: string,
  path: string,
  held: RegExp = reads,
): Promise<TakenPicture> {
  await page.route(held, () => new Promise<void>(() => undefined))
  await page.goto(path)
  await page.locator('main [aria-busy="true"]').first().waitFor()
  const taken = await takeHere(page, folder, name, async () => undefined)
  await page.unroute(held)
  return taken
}

/** Takes the screenshots of a page whose calls that match `failing` are answered with status 503. */
export async function takeFailed(
  page: Page,
  folder: string,
  name: string,
  path: string,
  failing: RegExp = reads,
): Promise<TakenPicture> {
  const json = { status: 'error', error: 'The database does not answer' }
  await page.route(failing, (route) => route.fulfill({ status: 503, json }))
  await page.goto(path)
  await page.getByRole('button', { name: 'Try again' }).first().waitFor({ timeout: 60_000 })
  const taken = await takeHere(page, folder, name)
  await page.unroute(failing)
  return taken
}

/** Takes the screenshots of a page that loses its connection after it was read; the connection is restored at the end. */
export async function takeLost(page: Page, folder: string, name: string, path: string): Promise<TakenPicture> {
  await page.goto(path)
  await page.locator('[data-connection="connected"]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await settled(page)
  await page.context().setOffline(true)
  await page.locator('[data-connection="lost"]').waitFor({ state: 'attached', timeout: 120_000 })
  const taken = await takeHere(page, folder, name)
  await page.context().setOffline(false)
  return taken
}

/**
 * Takes the screenshots of pages as `person`: while they load, if they cannot be read, if they do not exist, and without a
 * connection.
 */
export function takeTrouble(camera: Camera, person: Person, { unitId, machineId }: Places): Promise<TakenPicture[]> {
  return withPage(camera, async (page) => {
    const { folder } = camera
    await enterAs(page.context(), camera.url, person)
    const taken = [
      await takeReading(page, folder, 'trouble-unit-reading', `/o/${unitId}`),
      await takeReading(page, folder, 'trouble-machine-reading', `/e/${machineId}`),
      await takeFailed(page, folder, 'trouble-not-readable', `/o/${unitId}`),
    ]
    await page.goto('/e/999999')
    await page.getByRole('alert').waitFor()
    taken.push(await takeHere(page, folder, 'trouble-invalid-request'))
    return [...taken, await takeLost(page, folder, 'trouble-connection-lost', `/e/${machineId}`)]
  })
}
