import { hallOf, reasonNamed, row, stopsOf } from './support/downtime.ts'
import { look, showsInTime, text, watch, withPageBeside } from './support/in-time.ts'
import { compact } from './support/past.ts'
import { expect, type Plant, test } from './support/test.ts'

withPageBeside()

/** Makes a hall with stops; returns it with the id of the stop of its saw. */
async function hallWithStop(plant: Plant) {
  const hall = await hallOf(plant)
  const stop = (await stopsOf(plant, hall)).find(({ machine }) => machine === 'Saw 2')
  if (stop === undefined) throw new Error('The saw has no stop')
  return { ...hall, write: (body: object) => plant.company.call('PUT', `/v0/status/${stop.id}`, body) }
}

test('the report of excessive downtime: reason, notes, and a stop that is ignored', async ({ page, plant }, info) => {
  const { path, write } = await hallWithStop(plant)
  const name = `Jam ${plant.tag}`
  const reasonId = await reasonNamed(plant, name)
  await watch(page, plant, path)
  await expect(row(page, 'Saw 2')).toContainText('No reason')
  await showsInTime(page, info, () => write({ status_reason_id: reasonId }), text(row(page, 'Saw 2'), name))
  await showsInTime(page, info, () => write({ notes: 'Feeder jammed' }), text(row(page, 'Saw 2'), 'Feeder jammed'))
  const hours = page.getByTestId('downtime-hours')
  await expect(hours).toHaveText('4.17')
  await showsInTime(
    page,
    info,
    () => write({ xsf_report_ignored: true }),
    () => look(hours).toHaveText('1.67'),
  )
})

test('the summary: excessive downtime by reason, and a stop that is ignored', async ({ page, plant }, info) => {
  const { unitId, past, write } = await hallWithStop(plant)
  const name = `Jam ${plant.tag}`
  const reasonId = await reasonNamed(plant, name)
  await watch(page, plant, `/o/${unitId}/reports/summary?${past.search}&hidesidebar`)
  const saw = page.getByRole('row').filter({ hasText: 'Saw 2' })
  await expect(saw).toContainText('No reason')
  await showsInTime(page, info, () => write({ status_reason_id: reasonId }), text(saw, name))
  await showsInTime(
    page,
    info,
    () => write({ xsf_report_ignored: true }),
    () => look(saw).not.toContainText(name),
  )
})

test('the status log: the reason of a stop', async ({ page, plant }, info) => {
  const { saw, past, write } = await hallWithStop(plant)
  const name = `Jam ${plant.tag}`
  const reasonId = await reasonNamed(plant, name)
  await watch(page, plant, `/e/${saw.equipmentId}/reports/status?${past.search}&hidesidebar`)
  const log = page.locator('main')
  await expect(log.getByRole('row').filter({ hasText: 'Down' }).first()).toBeVisible()
  await showsInTime(page, info, () => write({ status_reason_id: reasonId }), text(log, name))
})

test('the report of runs: a run that ended', async ({ page, plant }, info) => {
  const { unitId, press, past } = await hallWithStop(plant)
  const { tag } = await plant.company.call<{ tag: { id: number } }>('POST', '/v0/tags', { name: `AX ${plant.tag}` })
  const body = { equipId: press.equipmentId, tags: [tag.id], startedAt: new Date(past.from).toISOString() }
  const { run } = await plant.company.call<{ run: { id: number } }>('POST', '/v0/runs', body)
  const search = `from=${compact(past.from)}&to=${compact(Date.now() + 3_600_000)}`
  await watch(page, plant, `/o/${unitId}/reports/runs?${search}&hidesidebar`)
  const table = page.getByRole('table')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Runs')
  await expect(table.getByRole('row').filter({ hasText: 'Press 1' })).toHaveCount(0)
  const end = () => plant.company.call('PUT', `/v0/runs/${run.id}/end`, {})
  await showsInTime(page, info, end, () => look(table.getByRole('row').filter({ hasText: 'Press 1' })).toHaveCount(1))
})
