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

test('Reasons and tags that were inactive before keep the instant of the audit log, else that of their last known change', async () => {
  const migrations = await readMigrations()
  const before = migrations.findIndex(({ name }) => name === 'failures-and-deactivation')
  await migrate(database.url, migrations.slice(0, before), { clock: systemClock })
  await withOwner(database.url, async (client) => {
    const { rows } = await client.query(
      "insert into company (name, created_at) values ('x', 0) returning company_id as id",
    )
    const company = Number(rows[0].id)
    await client.query("select set_config('millwatch.company_id', $1, false)", [String(company)])
    const made = { audited: false, unaudited: false, active: true }
    for (const [name, active] of Object.entries(made)) {
      await client.query('insert into status_reason (company_id, name, active, created_at) values ($1, $2, $3, 1000)', [
        company,
        name,
        active,
      ])
      await client.query(
        'insert into tag (company_id, name, active, created_at, updated_at) values ($1, $2, $3, 1000, 2000)',
        [company, name, active],
      )
    }
    const wasActive = JSON.stringify({ active: true })
    const wasInactive = JSON.stringify({ active: false })
    const entries: [number, string, string][] = [
      [5000, wasActive, wasInactive],
      [6000, wasInactive, wasActive],
      [7000, wasActive, wasInactive],
      [8000, wasInactive, wasInactive],
    ]
    for (const [table, kind] of [
      ['status_reason', 'reason'],
      ['tag', 'tag'],
    ])
      for (const entry of entries)
        await client.query(
          `insert into audit_entry (company_id, occurred_at, operation, subject, before, after)
            select company_id, $1, $4, $5 || ${table}_id, $2, $3 from ${table} where name = 'audited'`,
          [...entry, `${kind}.update`, `${kind}/`],
        )
  })
  await migrate(database.url, migrations, { clock: systemClock })
  await withOwner(database.url, async (client) => {
    const deactivated: Record<string, unknown> = {}
    for (const table of ['status_reason', 'tag']) {
      await client.query(`alter table ${table} no force row level security`)
      const { rows } = await client.query(`select name, deactivated_at::int as at from ${table} order by name`)
      deactivated[table] = rows.map(({ name, at }) => [name, at])
    }
    expect(deactivated).toEqual({
      status_reason: [
        ['active', null],
        ['audited', 7000],
        ['unaudited', 1000],
      ],
      tag: [
        ['active', null],
        ['audited', 7000],
        ['unaudited', 2000],
      ],
    })
  })
})
