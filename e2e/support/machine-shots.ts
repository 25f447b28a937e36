// Screenshots of a machine's page: the dialog of its run, an open stop, its tables and switches.

import { HOUR_MS } from '@millwatch/domain/time'
import { type Company, signIn } from '@millwatch/lab/product/company'
import type { Page } from '@playwright/test'
import { type Camera, settled, type TakenPicture, takeHere, withPage } from './camera.ts'
import { enterAs, type Person } from './people.ts'

interface Machine {
  readonly id: number
  readonly current_run: { readonly cycles_total: number | null } | null
}

/**
 * Returns the ids of machines of the demo plant: one in a run with a total, one in an indefinite run, and one without a run.
 * Undefined for a kind that no machine is of.
 */
async function machinesOfEachKind(owner: Company) {
  const { orgUnit } = await owner.call<{ orgUnit: { equipment: Machine[] } }>('GET', `/v0/o/${owner.rootUnitId}`)
  const find = (fits: (run: Machine['current_run']) => boolean) =>
    orgUnit.equipment.find(({ current_run: run }) => fits(run))?.id
  return {
    counted: find((run) => run !== null && run.cycles_total !== null),
    endless: find((run) => run !== null && run.cycles_total === null),
    idle: find((run) => run === null),
  }
}

async function takeRun(page: Page, folder: string, id: number, name: string): Promise<TakenPicture> {
  await page.goto(`/e/${id}`)
  await page.getByRole('button', { name: /click to/ }).click()
  await page.getByRole('dialog').waitFor()
  return takeHere(page, folder, name)
}

/** Returns the id of the longest stop of a machine in the last 24 hours; undefined if there is none. */
async function longestStop(owner: Company, id: number): Promise<number | undefined> {
  const period = `startDate=${new Date(Date.now() - 24 * HOUR_MS).toISOString()}&endDate=${new Date().toISOString()}`
  const path = `/v0/e/${id}/reports/status?${period}`
  const { data } = await owner.call<{ data: { id: number; status_id: number; duration_s: number }[] }>('GET', path)
  return data.filter((row) => row.status_id === 2).toSorted((a, b) => b.duration_s - a.duration_s)[0]?.id
}

async function takeStop(page: Page, folder: string, machineId: number, stopId: number): Promise<TakenPicture[]> {
  await page.goto(`/e/${machineId}?period=1d&stop=${stopId}`)
  const row = page.getByTestId('status-row')
  await row.getByRole('combobox', { name: 'Reason of this stop' }).click()
  const inSight = async () => {
    await settled(page)
    await row.scrollIntoViewIfNeeded()
  }
  const taken = [await takeHere(page, folder, 'stop-reasons', inSight)]
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /otes$/ }).click()
  return [...taken, await takeHere(page, folder, 'stop-notes', inSight)]
}

/**
 * Takes the screenshots of a machine's page as a superuser: its run in each form, tables, and the dialogs of a stop if there is
 * one. Throws an error if the demo plant has no machine for a form of the run.
 */
export async function takeMachine(camera: Camera, superuser: Person): Promise<TakenPicture[]> {
  const owner = await signIn(camera.url, superuser.username, superuser.password)
  const { counted, endless, idle } = await machinesOfEachKind(owner)
  if (counted === undefined || endless === undefined || idle === undefined)
    throw new Error('The demo plant has not every kind of run')
  const stop = await longestStop(owner, counted)
  return withPage(camera, async (page) => {
    const { folder } = camera
    await enterAs(page.context(), camera.url, superuser)
    const taken = [
      await takeRun(page, folder, idle, 'run-start'),
      await takeRun(page, folder, counted, 'run-update'),
      await takeRun(page, folder, endless, 'run-end'),
    ]
    await page.goto(`/e/${counted}?period=1d&detail=table&groups=table`)
    await page.getByRole('region', { name: 'Utilization as a table' }).waitFor()
    taken.push(await takeHere(page, folder, 'machine-tables'))
    await page.goto(`/e/${counted}?period=1d&split=1&comm=1`)
    await page.getByRole('slider', { name: /^Statuses by bucket/ }).waitFor()
    taken.push(await takeHere(page, folder, 'machine-split'))
    return stop === undefined ? taken : [...taken, ...(await takeStop(page, folder, counted, stop))]
  })
}
