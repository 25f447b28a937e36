import { HOUR_S } from '@millwatch/domain/time'
// Screenshots of the panels for a machine's schedule and devices beside the page, and of their dialogs.

import { signIn } from '@millwatch/lab/product/company'
import type { Page } from '@playwright/test'
import { type Camera, type TakenPicture, takeHere, withPage } from './camera.ts'
import { enterAs, type Person } from './people.ts'

/** Device of type 2 with a complete input set-up, for a new machine. */
const wired = {
  deviceTypeId: 2,
  inputSetup: {
    cycle: { inputs: '24v0' },
    running: {
      inputs: { '24v0': 1, '24v1': 1 },
      filters: { '24v0': { duration: 9000, value: -1 } },
    },
    down: { inputs: '120v0' },
  },
}

const dialogs = ['Add device', 'Claim code', 'Edit device', 'Edit Input Config', 'New key', 'Reassign'] as const
const slug = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

async function takeDialog(page: Page, folder: string, name: string): Promise<TakenPicture> {
  await page.getByRole('button', { name, exact: true }).first().click()
  if (name === 'Claim code') await page.getByRole('button', { name: 'Make a code' }).click()
  const taken = await takeHere(page, folder, `devices-${slug(name)}`)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  return taken
}

async function takeSchedule(page: Page, folder: string, machineId: number): Promise<TakenPicture[]> {
  await page.goto(`/e/${machineId}?panel=schedule`)
  await page.getByRole('table', { name: 'Schedule by weekday' }).waitFor()
  const taken = [await takeHere(page, folder, 'schedule')]
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Monday, range 2, end').fill('6')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Copy Tuesday to…' }).click()
  return [...taken, await takeHere(page, folder, 'schedule-edit')]
}

/**
 * Takes the screenshots of a machine's set-up as an admin: the devices of an existing machine, and the schedule and dialogs of a
 * new one whose device has an input set-up. The new machine is removed at the end.
 */
export async function takeMachineSetup(camera: Camera, admin: Person, machineId: number): Promise<TakenPicture[]> {
  const company = await signIn(camera.url, admin.username, admin.password)
  const machine = await company.machine('Press with wired inputs', company.rootUnitId, wired)
  const shifts = [
    [6 * HOUR_S, 14 * HOUR_S, 1],
    [14 * HOUR_S, 22 * HOUR_S, 2],
  ]
  const schedule = { 1: shifts, 2: shifts, 3: shifts, 4: shifts, 5: [[6 * HOUR_S, 14 * HOUR_S, 1]] }
  await company.call('PUT', `/v0/e/${machine.equipmentId}/schedule`, { schedule })
  return withPage(camera, async (page) => {
    const { folder } = camera
    await enterAs(page.context(), camera.url, admin)
    const taken = await takeSchedule(page, folder, machine.equipmentId)
    await page.goto(`/e/${machineId}?panel=devices`)
    await page.getByRole('button', { name: 'Edit device' }).first().waitFor()
    taken.push(await takeHere(page, folder, 'devices'))
    await page.goto(`/e/${machine.equipmentId}?panel=devices`)
    await page.getByRole('button', { name: 'Edit device' }).waitFor()
    for (const name of dialogs) taken.push(await takeDialog(page, folder, name))
    await company.call('DELETE', `/v0/e/${machine.equipmentId}`)
    return taken
  })
}
