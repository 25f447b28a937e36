import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { monthlyFrom } from '@millwatch/domain/time'
import { equipmentSettings } from '@millwatch/domain/tree'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { beforeAll, describe, expect, test } from 'vitest'
import { readMigrations } from './migration-files.ts'

/**
 * Tables needed before a company is known; all others belong to one company and are protected by row-level security.
 */
const directory = [
  'api_key',
  'app_user',
  'attempt',
  'company',
  'device_directory',
  'firmware',
  'installation',
  'invitation',
  'kiosk',
  'kiosk_pairing',
  'mail',
  'membership',
  'one_time_code',
  'passkey',
  'recovery_code',
  'second_factor',
  'session',
  'used_challenge',
]
/** Table that the migrations themselves write. */
const bookkeeping = ['schema_migration']

const t = await openApp()
let tenants: string[]
const rowsOf = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await t.db.owner.query<Row>(text, values)).rows

beforeAll(async () => {
  const acme = await companyWithPeople(t, 'acme')
  const globex = await companyWithPeople(t, 'globex')
  for (const company of [acme, globex]) {
    const token = await t.signIn(company.emailOf('superuser'))
    const machine = await machineWithDevice(t, token, company.rootOrgUnitId)
    const at = Date.now() - 3_600_000
    const cycles = [0, 1, 2].map((i) => ({ t: at + i * 1000, type: 'cycle', cycle_time: 1 }))
    await machine.send([{ t: Date.UTC(2018, 4, 5), type: 'cycle' }, ...cycles, { t: at, type: 'nonsense' }])
  }
  const tables = await rowsOf<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  tenants = tables.map((table) => table.name).filter((name) => ![...directory, ...bookkeeping].includes(name))
})

describe('the schema', () => {
  test('has exactly the declared directory tables without a company of their own wall', async () => {
    const open = await rowsOf<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and not relrowsecurity order by 1`,
    )
    expect(open.map((table) => table.name)).toEqual([...directory, ...bookkeeping].sort())
    expect(tenants.length).toBeGreaterThanOrEqual(12)
  })

  test('forces row-level security by company on every other table, for reading and for writing', async () => {
    for (const name of tenants) {
      const [table] = await rowsOf(
        `select relrowsecurity as enabled, relforcerowsecurity as forced from pg_class where oid = $1::regclass`,
        [name],
      )
      expect([name, table]).toEqual([name, { enabled: true, forced: true }])
      const policies = await rowsOf<{ qual: string; check: string | null; for_app: boolean }>(
        `select pg_get_expr(polqual, polrelid) as qual, pg_get_expr(polwithcheck, polrelid) as check,
           polroles = '{0}' or polroles @> array[(select oid from pg_roles where rolname = 'millwatch_app')] as for_app
         from pg_policy where polrelid = $1::regclass`,
        [name],
      )
      const forApp = policies.filter((policy) => policy.for_app)
      expect([name, forApp.length]).toEqual([name, 1])
      for (const text of [forApp[0]?.qual, forApp[0]?.check]) {
        expect([name, text]).toEqual([name, expect.stringMatching(/company_id = .*millwatch\.company_id/)])
      }
    }
  })

  test('has the company first in every key, unique and exclusion constraint, and in every unique index', async () => {
    const indexes = await rowsOf<{ table: string; name: string; first: string }>(
      `select c.relname as table, i.relname as name,
         (select attname from pg_attribute where attrelid = c.oid and attnum = x.indkey[0]) as first
       from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
       where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and (x.indisunique or x.indisexclusion)`,
      [tenants],
    )
    expect(new Set(indexes.map((index) => index.table)).size).toBe(tenants.length)
    for (const index of indexes) expect(index).toMatchObject({ first: 'company_id' })
  })

  test('has the company first in every foreign key between tables of a company', async () => {
    const keys = await rowsOf<{ table: string; target: string; first: string; target_first: string }>(
      `select c.relname as table, f.relname as target,
         (select attname from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[1]) as first,
         (select attname from pg_attribute where attrelid = k.confrelid and attnum = k.confkey[1]) as target_first
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
       where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
      [tenants],
    )
    expect(keys.length).toBeGreaterThan(5)
    for (const key of keys) expect(key).toMatchObject({ first: 'company_id', target_first: 'company_id' })
  })

  test('takes ids from sequences', async () => {
    const primary = await rowsOf<{ table: string; columns: string[] }>(
      `select c.relname as table, array_agg(a.attname::text order by array_position(k.conkey, a.attnum)) as columns
       from pg_constraint k join pg_class c on c.oid = k.conrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
       where k.contype = 'p' and c.relnamespace = 'public'::regnamespace and c.relname = any($1) group by c.relname`,
      [tenants],
    )
    expect(primary.length).toBe(tenants.length)
    for (const { table, columns } of primary) {
      const idColumn = `${table}_id`
      if (!columns.includes(idColumn)) continue
      const [column] = await rowsOf<{ identity: string; type: string }>(
        `select attidentity as identity, format_type(atttypid, null) as type from pg_attribute
         where attrelid = $1::regclass and attname = $2`,
        [table, idColumn],
      )
      // The key of a batch includes its device.
      if (column?.type === 'text') continue
      expect([table, column?.identity]).toEqual([table, expect.stringMatching(/[ad]/)])
    }
  })

  test('keeps events in partitions by month of their time, and old ones in one, made when they are needed', async () => {
    const parts = await rowsOf<{ name: string; bound: string; rows: number }>(
      `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits
       join pg_class c on c.oid = inhrelid where inhparent = 'event'::regclass order by 1`,
    )
    const oldest = parts.pop()
    expect(oldest).toEqual({
      name: 'event_old',
      bound: `FOR VALUES FROM (MINVALUE) TO ('${monthlyFrom(Date.now())}')`,
    })
    expect(parts.length).toBeGreaterThan(0)
    for (const { name, bound } of parts) {
      const [, year = '', month = ''] = /^event_(\d{4})_(\d{2})$/.exec(name) ?? []
      const from = Date.UTC(Number(year), Number(month) - 1)
      const to = Date.UTC(Number(year), Number(month))
      expect(bound).toBe(`FOR VALUES FROM ('${from}') TO ('${to}')`)
    }
  })

  test('refuses two statuses of a machine at one time', async () => {
    const [row] = await rowsOf<{ company_id: string; equipment_id: string }>('select * from status_interval limit 1')
    const insert = t.db.owner.query(
      `begin; select set_config('millwatch.company_id', '${row?.company_id}', true);
       insert into status_interval (company_id, equipment_id, status_id, started_at, ended_at)
       values (${row?.company_id}, ${row?.equipment_id}, 1, 0, null); commit;`,
    )
    await expect(insert).rejects.toThrow(/exclusion constraint/)
    await t.db.owner.query('rollback')
  })

  test('uses nothing newer than PostgreSQL 15, and no calendar', async () => {
    for (const { text } of await readMigrations()) {
      expect(text).not.toMatch(/\bdate_trunc|at time zone|timestamptz|\binterval '/i)
      expect(text).not.toMatch(/\b(uuidv7|json_table|virtual\)|without overlaps)\b/i)
    }
    const [types] = await rowsOf<{ n: number }>(
      `select count(*)::int as n from information_schema.columns where table_schema = 'public'
       and table_name <> all($1) and data_type ~ 'timestamp|^date|^time|interval'`,
      [bookkeeping],
    )
    expect(types?.n).toBe(0)
  })
})

describe('the role of the app', () => {
  test('owns nothing and cannot pass the wall', async () => {
    const [role] = await rowsOf(
      `select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolcanlogin from pg_roles where rolname = 'millwatch_app'`,
    )
    expect(role).toMatchObject({ rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false })
    const owned = await rowsOf(
      `select relname from pg_class where relowner = (select oid from pg_roles where rolname = 'millwatch_app')`,
    )
    expect(owned).toEqual([])
    const who = await t.db.database.inDirectory((tx) =>
      tx.prepared<{ role: string }>({ name: 'test.who', text: 'select current_user as role' }, []),
    )
    expect(who[0]?.role).toBe('millwatch_app')
  })

  test('sees no row of any company without one set, and those of one company with it', async () => {
    const count = (name: string) => ({
      name: `test.count_${name}`,
      text: `select count(*)::int as n, count(distinct company_id)::int as companies from ${name}`,
    })
    for (const name of tenants) {
      const [without] = await t.db.database.inDirectory((tx) => tx.prepared<{ n: number }>(count(name), []))
      expect([name, without?.n]).toEqual([name, 0])
      const [within] = await t.db.database.inCompany(1, (tx) =>
        tx.prepared<{ n: number; companies: number }>(count(name), []),
      )
      const [all] = await t.db.owner.query(`select count(*)::int as n from ${name}`).then((result) => result.rows)
      if (all.n > 0) expect([name, within?.companies]).toEqual([name, expect.toBeOneOf([0, 1])])
    }
  })

  test('cannot write a row into another company', async () => {
    const write = t.db.database.inCompany(1, (tx) =>
      tx.db
        .insertInto('equipment')
        .values({ company_id: 2, parent_org_unit_id: 2, name: 'x', created_at: 0 })
        .execute(),
    )
    await expect(write).rejects.toThrow(/row-level security/)
    const steal = await t.db.database.inCompany(1, (tx) =>
      tx.db.updateTable('equipment').set({ name: 'stolen' }).where('company_id', '=', 2).executeTakeFirst(),
    )
    expect(Number(steal.numUpdatedRows)).toBe(0)
  })

  test('cannot reach events past their table, and cannot rewrite who did what', async () => {
    const refused = (text: string) =>
      expect(
        t.db.database.inCompany(1, (tx) => tx.prepared({ name: `test.${text.length}.${text.slice(0, 20)}`, text }, [])),
      ).rejects.toThrow(/permission denied|must be owner/)
    await refused('select * from event_old')
    await refused("update audit_entry set operation = 'x'")
    await refused('delete from audit_entry')
    await refused('truncate audit_entry')
    await refused('create table mine (n integer)')
    await refused('alter table equipment disable row level security')
  })
})

/** Columns of tables that derive from rows of the domain, by the name of their type. */
const derived: Readonly<Record<string, readonly string[]>> = {
  SettingColumns: Object.values(equipmentSettings).map(({ column }) => column),
}

test('the columns that the program knows are those that the tables have', async () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const paths = globSync(['platform/tables.ts', 'verify/tables.ts', 'modules/*/tables.ts'], { cwd: root })
  const source = (await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')))).join('\n')
  const columnsOf = (type: string): readonly string[] => {
    const [, parent = '', body = ''] =
      new RegExp(`interface ${type}(?: extends (\\w+))? \\{([^}]*)\\}`).exec(source) ?? []
    const named = [...body.matchAll(/^ {2}(\w+):/gm)].map(([, column = '']) => column)
    return [...named, ...(derived[parent] ?? (parent === '' ? [] : columnsOf(parent)))]
  }
  const declared = [...source.matchAll(/^ +(\w+): (\w+Table)$/gm)].map(
    ([, table = '', type = '']) => [table, columnsOf(type).toSorted()] as const,
  )
  expect(declared.map(([table]) => table).sort()).toEqual([...tenants, ...directory].sort())
  for (const [table, columns] of declared) {
    const actual = await rowsOf<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by 1',
      [table],
    )
    expect([table, columns]).toEqual([table, actual.map((column) => column.name).sort()])
  }
})
