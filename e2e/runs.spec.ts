import type { MadeMachine } from '@millwatch/lab/product/company'
import type { Locator, Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { runUntil, stopClock } from './support/clock.ts'
import { cycles, send, status } from './support/device.ts'
import { enterWithRole, toast } from './support/setup.ts'
import { EVERYDAY, expect, type Plant, test } from './support/test.ts'

interface Run {
  readonly id: number
  readonly tags: { name: string }[]
  readonly cycles_total: number | null
  readonly parts_per_cycle: number | null
  readonly allow_overrun: boolean
  readonly notify_roster_ids: number[]
  readonly scrap_qty: number
  readonly ended_at: string | null
}

/** Makes a running machine, and a tag that only this test uses. */
async function arranged(plant: Plant, name: string) {
  const machine = await plant.machineIn(`${name} ${plant.tag}`, plant.company.rootUnitId)
  await send(plant.url, machine, [status('running', Date.now() - 60_000)])
  const order = `${name} order ${plant.tag}`
  const { tag } = await plant.company.call<{ tag: { id: number } }>('POST', '/v0/tags', { name: order })
  return { machine, order, tagId: tag.id }
}

async function runsOf(plant: Plant, { equipmentId }: MadeMachine): Promise<Run[]> {
  const period = `startDate=${new Date(Date.now() - 3_600_000).toISOString()}&endDate=${new Date().toISOString()}`
  const path = `/v0/e/${equipmentId}/reports/runs?${period}`
  return (await plant.company.call<{ runs: Run[] }>('GET', path)).runs
}

const startRun = (plant: Plant, machine: MadeMachine, tagId: number, more: object = {}) =>
  plant.company.call<{ run: Run }>('POST', '/v0/runs', { equipId: machine.equipmentId, tags: [tagId], ...more })

const dialog = (page: Page): Locator => page.getByRole('dialog')

async function open(page: Page, machine: MadeMachine, name: RegExp): Promise<Locator> {
  await page.goto(`/e/${machine.equipmentId}`)
  await page.getByRole('button', { name }).click()
  return dialog(page)
}

async function chooseTag(box: Locator, name: string): Promise<void> {
  await box.getByRole('combobox', { name: 'Tag(s)' }).fill(name)
  await box.page().getByRole('option').filter({ hasText: name }).click()
}

test('Start run waits for a tag, and for both quantities or indefinitely; cycles are the parts divided, rounded up', async ({
  signedIn: page,
  plant,
}) => {
  const { machine, order } = await arranged(plant, 'Started')
  const box = await open(page, machine, /^No active run - click to set$/)
  await expect(box).toContainText('Start new run')
  const start = box.getByRole('button', { name: 'Start run' })
  await expect(start).toBeDisabled()
  await expect(box.getByText('Choose at least one tag')).toBeVisible()
  await chooseTag(box, order)
  await expect(box.getByText('Set the part quantity and the parts per cycle, or run indefinitely')).toBeVisible()
  await box.getByLabel('parts per cycle').fill('3')
  await box.getByLabel('Part Qty').fill('100')
  await expect(box.getByText('34 cycles = 102 parts')).toBeVisible()
  await expect(box.getByLabel('Part Qty')).toHaveAttribute('step', '3')
  await start.click()
  await expect(toast(page, 'Run started')).toBeVisible()
  await expect(box).toHaveCount(0)
  await expect(page.getByTestId('run-remaining')).toHaveText('102 parts remaining / 102')
  const [run] = await runsOf(plant, machine)
  expect(run).toMatchObject({ cycles_total: 34, parts_per_cycle: 3, allow_overrun: false, ended_at: null })
})

test('an indefinite run is forced to allow overrun, and can only be ended', async ({ signedIn: page, plant }) => {
  const { machine, order } = await arranged(plant, 'Endless')
  const box = await open(page, machine, /^No active run/)
  await chooseTag(box, order)
  await box.getByLabel('Run indefinitely').check()
  await expect(box.getByLabel('Allow overrun')).toBeChecked()
  await expect(box.getByLabel('Allow overrun')).toBeDisabled()
  await expect(box.getByLabel('Part Qty')).toHaveCount(0)
  await box.getByRole('button', { name: 'Start run' }).click()
  await expect(toast(page, 'Run started')).toBeVisible()
  expect((await runsOf(plant, machine))[0]).toMatchObject({ cycles_total: null, allow_overrun: true })
  await page.getByRole('button', { name: /click to end$/ }).click()
  await expect(dialog(page)).toContainText('End current run')
  await expect(dialog(page).getByRole('button', { name: 'Update current run' })).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'End run' }).click()
  await expect(toast(page, 'Run ended')).toBeVisible()
  await expect(page.getByRole('button', { name: 'No active run - click to set' })).toBeVisible()
})

test('Update current run waits for another quantity or group; the quantity is never below what is made, tags stay', async ({
  signedIn: page,
  plant,
}) => {
  const { machine, order, tagId } = await arranged(plant, 'Updated')
  const { roster } = await plant.company.call<{ roster: { id: number } }>('POST', '/v0/rosters', {
    name: `Setters ${plant.tag}`,
  })
  await startRun(plant, machine, tagId, { cyclesTotal: 50, partsPerCycle: 2 })
  await send(plant.url, machine, cycles(7, 0.01, Date.now() + 100))
  const box = await open(page, machine, /click to update \/ end$/)
  await expect(box).toContainText('Update / end current run')
  await expect(box).toContainText(order)
  await expect(box.getByRole('combobox', { name: 'Tag(s)' })).toHaveCount(0)
  await expect(box.getByLabel('parts per cycle')).toBeDisabled()
  const update = box.getByRole('button', { name: 'Update current run' })
  await expect(update).toBeDisabled()
  await expect(box.getByText('50 cycles, of which 7 are done')).toBeVisible()
  await box.getByLabel('Part Qty').fill('4')
  await box.getByLabel('Part Qty').blur()
  await expect(box.getByLabel('Part Qty')).toHaveValue('14')
  await box.getByLabel('Part Qty').fill('100')
  await expect(update).toBeDisabled()
  await box.getByRole('combobox', { name: 'Notify on Complete' }).click()
  await page
    .getByRole('option')
    .filter({ hasText: `Setters ${plant.tag}` })
    .click()
  await expect(update).toBeEnabled()
  await box.getByLabel('Part Qty').fill('60')
  await update.click()
  await expect(toast(page, 'Run updated')).toBeVisible()
  await expect(page.getByTestId('run-remaining')).toHaveText('46 parts remaining / 60')
  expect((await runsOf(plant, machine))[0]).toMatchObject({ cycles_total: 30, notify_roster_ids: [roster.id] })
})

test('an error is shown with its reason, and the dialog stays', async ({ signedIn: page, plant }) => {
  const { machine, order, tagId } = await arranged(plant, 'Refused')
  const box = await open(page, machine, /^No active run/)
  await chooseTag(box, order)
  await box.getByLabel('Run indefinitely').check()
  await page.route('**/v0/runs', (route) =>
    route.fulfill({
      status: 409,
      json: {
        status: 'error',
        error: 'A run is already active on this equipment. End it first',
        code: 'run_already_active',
        request_id: 'r',
      },
    }),
  )
  await box.getByRole('button', { name: 'Start run' }).click()
  await expect(toast(page, 'Error starting run')).toBeVisible()
  await expect(page.getByText('A run is already active on this equipment. End it first')).toBeVisible()
  await expect(box.getByRole('button', { name: 'Start run' })).toBeEnabled()
  await box.getByRole('button', { name: 'Cancel' }).click()
  await expect(box).toHaveCount(0)

  const { run } = await startRun(plant, machine, tagId, { cyclesTotal: 9, partsPerCycle: 1 })
  await page.route(`**/v0/runs/${run.id}**`, (route) => route.abort())
  await page.getByRole('button', { name: /click to update \/ end$/ }).click()
  await box.getByLabel('Part Qty').fill('12')
  await box.getByRole('button', { name: 'Update current run' }).click()
  await expect(toast(page, 'Error updating run')).toBeVisible()
  await box.getByRole('button', { name: 'End run' }).click()
  await expect(toast(page, 'Error ending run')).toBeVisible()
  expect((await runsOf(plant, machine))[0]).toMatchObject({ cycles_total: 9, ended_at: null })
})

test('a run that reaches its total ends by itself and says so for 30 s; one that may overrun turns green', async ({
  signedIn: page,
  plant,
}) => {
  const { machine, tagId } = await arranged(plant, 'Counted')
  await startRun(plant, machine, tagId, { cyclesTotal: 2, partsPerCycle: 5 })
  await page.clock.install()
  await page.goto(`/e/${machine.equipmentId}`)
  await expect(page.locator('[data-connection="connected"]')).toBeAttached()
  await expect(page.getByTestId('run-remaining')).toHaveText('10 parts remaining / 10')
  const meter = page.getByRole('meter', { name: 'Progress of the run' })
  await expect(meter).toHaveAttribute('aria-valuenow', '0')
  await send(plant.url, machine, cycles(1, 0.1, Date.now()))
  await expect(page.getByTestId('run-remaining')).toHaveText('5 parts remaining / 10')
  await expect(meter).toHaveAttribute('aria-valuenow', '50')
  await stopClock(page)
  await send(plant.url, machine, cycles(1, 0.1, Date.now()))
  const message = toast(page, 'Run automatically ended after 2 cycles')
  const noRun = page.getByRole('button', { name: 'No active run - click to set' })
  await runUntil(page, () => message.isVisible())
  // It stays for 30 s, of which at most two steps of the clock have passed.
  await page.clock.fastForward(29_900)
  await expect(message).toBeVisible()
  await page.clock.fastForward(100)
  await expect(message).toHaveCount(0)
  await page.clock.resume()
  await expect(noRun).toBeVisible()

  await startRun(plant, machine, tagId, { cyclesTotal: 1, partsPerCycle: 1, allowOverrun: true })
  await send(plant.url, machine, cycles(3, 0.01, Date.now() + 50))
  await expect(page.getByTestId('run-remaining')).toHaveText('0 parts remaining / 1')
  await expect(meter).toHaveAttribute('aria-valuenow', '100')
  await expect(page.locator('.run-tag-complete').first()).toBeVisible()
})

test('with scrap counted by the company, ending asks for it; quantities are whole and not below 0 (axe)', async ({
  signedIn: page,
  plant,
}) => {
  const { machine, tagId } = await arranged(plant, 'Scrapped')
  await page.route('**/v0/company?*', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { company: { config: object } }
    Object.assign(json.company.config, { scrap_enabled: true })
    await route.fulfill({ response, json })
  })
  await startRun(plant, machine, tagId, { cyclesTotal: 50, partsPerCycle: 2 })
  await send(plant.url, machine, cycles(2, 0.01, Date.now() + 100))
  const box = await open(page, machine, /click to update \/ end$/)
  await expect(box.getByText('50 cycles, of which 2 are done')).toBeVisible()
  await expect(box.getByRole('combobox', { name: 'Notify on Complete' })).toBeVisible()
  await box.getByRole('button', { name: 'End run' }).click()
  await expect(box.getByText('Assign scrap to this run?')).toBeVisible()
  await expect(box.getByRole('button', { name: 'No', exact: true })).toBeVisible()
  expect(await violationsInAll(page, '[role=dialog]')).toEqual([])
  await box.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('dialog', { name: 'End current run: scrapped parts' })).toBeVisible()
  await expect(box.getByLabel('Scrap Qty')).toBeFocused()
  await expect(box.getByRole('combobox', { name: 'Notify on Complete' })).toHaveCount(0)
  await expect(box.getByRole('button', { name: 'End run' })).toBeDisabled()
  await box.getByLabel('Scrap Qty').fill('7.9')
  await box.getByLabel('Scrap Qty').blur()
  await expect(box.getByLabel('Scrap Qty')).toHaveValue('7')
  await test.step('scrap above what was made is taken only with a yes, and -5 has a hint of its own', async () => {
    const more = box.getByLabel('Yes, more than this run made: it made 4 parts')
    await expect(box.getByRole('button', { name: 'End run' })).toBeDisabled()
    await expect(box.getByText('Confirm that more was scrapped than made')).toBeVisible()
    await box.getByLabel('Scrap Qty').fill('-5')
    await box.getByLabel('Scrap Qty').blur()
    await expect(box.getByLabel('Scrap Qty')).toHaveValue('-5')
    await expect(box.getByText('Enter a number of 0 or more')).toBeVisible()
    await box.getByLabel('Scrap Qty').fill('4')
    await expect(more).toHaveCount(0)
    await expect(box.getByRole('button', { name: 'End run' })).toBeEnabled()
    await box.getByLabel('Scrap Qty').fill('7')
    await more.check()
  })
  await box.getByRole('button', { name: 'End run' }).click()
  await expect(toast(page, 'Run ended')).toBeVisible()
  const [run] = await runsOf(plant, machine)
  expect(run?.scrap_qty).toBe(7)
  expect(run?.ended_at).not.toBeNull()
  // The page may read the company again while the test ends.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('admins may add a tag while they choose one, regular users choose; only active tags are offered (axe)', async ({
  page,
  context,
  plant,
}) => {
  const { machine, order, tagId } = await arranged(plant, 'Tagged')
  await plant.company.call('PUT', `/v0/tags/${tagId}`, { active: false })
  await plant.company.call('POST', '/v0/tags', { name: `Other ${plant.tag}` })
  await enterWithRole(context, plant, 'user')
  let box = await open(page, machine, /^No active run/)
  await box.getByRole('combobox', { name: 'Tag(s)' }).fill(order)
  await expect(page.getByText('No tag of that name')).toBeVisible()
  await context.clearCookies()
  await enterWithRole(context, plant, 'admin')
  box = await open(page, machine, /^No active run/)
  await chooseTag(box, `New ${plant.tag}`)
  await expect(toast(page, 'New tag added successfully')).toBeVisible()
  await expect(box.getByText(`New ${plant.tag}`, { exact: true })).toBeVisible()
  expect(await violationsInAll(page, '[role=dialog]')).toEqual([])
})

test('the keyboard alone starts and ends a run', EVERYDAY, async ({ signedIn: page, plant }) => {
  const { machine, order } = await arranged(plant, 'Keyed')
  await page.goto(`/e/${machine.equipmentId}`)
  await page.getByRole('button', { name: /^No active run/ }).press('Enter')
  const box = dialog(page)
  await box.getByRole('combobox', { name: 'Tag(s)' }).focus()
  await page.keyboard.type(order)
  await expect(page.getByRole('option').filter({ hasText: order })).toBeVisible()
  await page.keyboard.press('Enter')
  await box.getByLabel('Run indefinitely').press('Space')
  await box.getByRole('button', { name: 'Start run' }).press('Enter')
  await expect(toast(page, 'Run started')).toBeVisible()
  await page.getByRole('button', { name: /click to end$/ }).press('Enter')
  await dialog(page).getByRole('button', { name: 'End run' }).press('Enter')
  await expect(toast(page, 'Run ended')).toBeVisible()
})

test('a display counts scrap, one by one, where it was allowed, and cannot change the run', async ({ page, plant }) => {
  const { machine, order, tagId } = await arranged(plant, 'Column')
  await startRun(plant, machine, tagId, { cyclesTotal: 9, partsPerCycle: 1 })
  const { code } = await plant.company.call<{ code: string }>('POST', '/v0/kiosks', {
    name: `Column ${plant.tag}`,
    page: 'machine',
    equipment_id: machine.equipmentId,
    may_give_reasons: false,
    may_count_scrap: true,
  })
  await page.goto(`/?token=${code}`)
  await expect(page.locator('.run-tags')).toHaveText(order)
  await expect(page.getByRole('button', { name: /click to/ })).toHaveCount(0)
  await page.getByRole('button', { name: '+1 Scrap' }).click()
  await expect(page.getByText('1 scrapped')).toBeVisible()
  expect((await runsOf(plant, machine))[0]?.scrap_qty).toBe(1)
})
