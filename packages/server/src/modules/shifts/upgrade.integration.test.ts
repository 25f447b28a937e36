import { createEmptyDatabase } from '@millwatch/lab/database/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { readMigrations } from '../../db/migration-files.ts'
import { systemClock } from '../../platform/clock.ts'
import { withOwner } from '../../platform/db/connection.ts'

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database?.drop())

test('Machines with events from before there were shifts have their shift history due at once, whichever company they are of', async () => {
  const migrations = await readMigrations()
  await migrate(database.url, migrations.slice(0, 1), { clock: systemClock })
  await withOwner(database.url, async (client) => {
    const insertedId = async (text: string, values: unknown[]) => Number((await client.query(text, values)).rows[0].id)
    for (const beganAt of [1_000, 2_000, null]) {
      const company = await insertedId(
        'insert into company (name, created_at) values ($1, 0) returning company_id as id',
        ['x'],
      )
      await client.query("select set_config('millwatch.company_id', $1, false)", [String(company)])
      const unit = await insertedId(
        "insert into org_unit (company_id, org_unit_type_id, name, created_at) values ($1, 1, 'x', 0) returning org_unit_id as id",
        [company],
      )
      const machine = await insertedId(
        "insert into equipment (company_id, parent_org_unit_id, name, created_at) values ($1, $2, 'x', 0) returning equipment_id as id",
        [company, unit],
      )
      await client.query(
        `insert into machine_state (company_id, equipment_id, version, state, began_at, latest, since_checkpoint)
          values ($1, $2, 1, '{}', $3, '{}', 0)`,
        [company, machine, beganAt],
      )
    }
  })
  await migrate(database.url, migrations, { clock: systemClock })
  const plans = await withOwner(database.url, async (client) => {
    await client.query('alter table shift_plan no force row level security')
    const { rows } = await client.query(
      'select scheduled_from::int as "from", written_to::int as "to", due_at::int as due from shift_plan order by 1',
    )
    await client.query('alter table shift_plan force row level security')
    return rows
  })
  expect(plans).toEqual([
    { from: 1_000, to: 1_000, due: 0 },
    { from: 2_000, to: 2_000, due: 0 },
  ])
})
