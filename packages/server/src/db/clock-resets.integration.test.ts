import { HOUR_MS } from '@millwatch/domain/time'
import { createEmptyDatabase } from '@millwatch/lab/database/database'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { withOwner } from '../platform/db/connection.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

const NOW = Date.UTC(2027, 5, 22, 9)
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>

beforeEach(async () => {
  empty = await createEmptyDatabase(inject('database').url)
})
afterEach(() => empty.drop())

/**
 * Devices: primary of a machine since `since`, with the ages of the newest event and of the device's last contact in
 * hours.
 */
const devices = [
  { name: 'in operation', since: 900, head: 2, contact: 1 },
  { name: 'only importing', since: 900, head: 500, contact: 1 },
  { name: 'put there after the newest event', since: 1, head: 2, contact: 1 },
]

test('the migration knows devices in operation as live, and leaves partitions as they are', async () => {
  const migrations = await readMigrations()
  const index = migrations.findIndex(({ name }) => name === 'clock-resets')
  await migrate(empty.url, migrations.slice(0, index), { clock: systemClock })
  await withOwner(empty.url, async (client) => {
    await client.query(`insert into company (name, created_at) values ('Test', 0)`)
    await client.query(`select set_config('millwatch.company_id', '1', false)`)
    await client.query(`insert into org_unit (company_id, org_unit_type_id, name, created_at) values (1, 1, 'Test', 0)`)
    await client.query(`select ensure_event_partition('event_2018_05', ${Date.UTC(2018, 4)}, ${Date.UTC(2018, 5)})`)
    for (const [i, { since, head, contact }] of devices.entries()) {
      const id = i + 1
      const ago = (hours: number) => NOW - hours * HOUR_MS
      await client.query(
        `insert into equipment (company_id, parent_org_unit_id, name, created_at) values (1, 1, 'Machine', 0);
         insert into device (company_id, device_uuid, device_type_id, active, created_at) values (1, gen_random_uuid(), 1, true, 0);
         insert into device_assignment (company_id, device_id, equipment_id, is_primary, valid_from)
           values (1, ${id}, ${id}, true, ${ago(since)});
         insert into device_tally (company_id, device_id, last_contact_at) values (1, ${id}, ${ago(contact)});
         insert into machine_state (company_id, equipment_id, version, state, latest, head_at, since_checkpoint)
           values (1, ${id}, 1, '{}', '{}', ${ago(head)}, 0)`,
      )
    }
  })
  await migrate(empty.url, migrations, { clock: systemClock })
  await withOwner(empty.url, async (client) => {
    await client.query(`select set_config('millwatch.company_id', '1', false)`)
    const { rows } = await client.query('select live_at::float8 as at from device_tally order by device_id')
    expect(rows).toEqual([{ at: NOW - HOUR_MS }, { at: null }, { at: null }])
    const walls = await client.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity`,
    )
    expect(walls.rows).toEqual([])
    expect((await client.query(`select to_regclass('event_2018_05') is not null as there`)).rows).toEqual([
      { there: true },
    ])
  })
})
