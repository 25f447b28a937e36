import { createHash } from 'node:crypto'
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
afterAll(async () => {
  await database?.drop()
})

test('What was in quarantine before it had limits is cut where nobody can release it, counted, and kept where somebody can', async () => {
  const migrations = await readMigrations()
  await migrate(database.url, migrations.slice(0, 6), { clock: systemClock })
  const long = '€'.repeat(3000)
  await withOwner(database.url, async (client) => {
    const insertedId = async (text: string, values: unknown[] = []) =>
      Number((await client.query(text, values)).rows[0].id)
    for (let i = 0; i < 2; i++) {
      const company = await insertedId(
        "insert into company (name, created_at) values ('x', 0) returning company_id as id",
      )
      await client.query("select set_config('millwatch.company_id', $1, false)", [String(company)])
      const device = await insertedId(
        'insert into device (company_id, device_uuid, device_type_id, active, created_at) values ($1, gen_random_uuid(), 1, true, 0) returning device_id as id',
        [company],
      )
      await client.query(
        "insert into device_tally (company_id, device_id, received, quarantined, refused_reason, refused_at) values ($1, $2, 4, 3, 'x', 7)",
        [company, device],
      )
      const rows: [string, string, number | null][] = [
        ['unreadable', long, null],
        ['clock_far_ahead', long, null],
        ['unreadable', 'x', null],
        ['clock_ahead', 'y', 5],
      ]
      for (const [reason, raw, releasedAt] of rows)
        await client.query(
          'insert into quarantine (company_id, device_id, reason, raw, received_at, released_at) values ($1, $2, $3, $4, 0, $5)',
          [company, device, reason, raw, releasedAt],
        )
    }
  })
  await migrate(database.url, migrations, { clock: systemClock })
  await withOwner(database.url, async (client) => {
    for (const table of ['quarantine', 'device_tally', 'quarantine_use'])
      await client.query(`alter table ${table} no force row level security`)
    const kept = await client.query(
      `select reason, octet_length(raw) as length, original_bytes as original, kept_bytes as kept, releasable, sha256
        from quarantine order by company_id, quarantine_id limit 4`,
    )
    const sha256 = createHash('sha256').update(long).digest()
    expect(kept.rows).toEqual([
      { reason: 'unreadable', length: 3072, original: 9000, kept: 3328, releasable: false, sha256 },
      { reason: 'clock_far_ahead', length: 9000, original: 9000, kept: 9256, releasable: true, sha256: null },
      { reason: 'unreadable', length: 1, original: 1, kept: 257, releasable: false, sha256: null },
      { reason: 'clock_ahead', length: 0, original: 1, kept: 0, releasable: true, sha256: null },
    ])
    const tallies = await client.query(
      'select junk_bytes::int as junk, held_bytes::int as held, discarded::int, refused_since::int as since from device_tally',
    )
    const tally = { junk: 3585, held: 9256, discarded: 0, since: 7 }
    expect(tallies.rows).toEqual([tally, tally])
    const uses = await client.query('select junk_bytes::int as junk, held_bytes::int as held from quarantine_use')
    expect(uses.rows).toEqual([
      { junk: 3585, held: 9256 },
      { junk: 3585, held: 9256 },
    ])
  })
})
