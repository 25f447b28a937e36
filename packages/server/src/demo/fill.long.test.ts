import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from '@millwatch/domain/time'
import { type TestDatabase, testDatabase } from '@millwatch/lab/database/database'
import { eventsOf } from '@millwatch/simulator/deliveries'
import { linesOf } from '@millwatch/simulator/plant'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFlow, type Flow } from '../flow/index.ts'
import { createCompany, findUserByEmail, hashSecret } from '../modules/identity/index.ts'
import { verifyPassword } from '../modules/identity/password.ts'
import { manualClock } from '../platform/clock.ts'
import { installationSecret } from '../platform/installation/store-directory.ts'
import { silentLogger } from '../platform/logger.ts'
import type { Demo } from './demo.ts'
import { fillDemo } from './fill.ts'
import { plantPath, readPlant } from './keys.ts'
import { demoSites } from './plant.ts'
import { readDemoState, writeDemoState } from './state.ts'

const NOW = Date.parse('2026-03-11T15:20:07Z')
const days = 4
/** One machine of every unit, which includes one of every kind. */
const sites = demoSites.map((site) => ({
  ...site,
  units: site.units.map((unit) => ({ ...unit, machines: unit.machines.slice(0, 1) })),
}))
/** Number of machines, with the two of the second company. */
const machineCount = sites.flatMap((site) => site.units).length + 2

let db: TestDatabase
let flow: Flow
let folder: string
let demo: Demo
const lines: string[] = []

/** Opens a new installation for the tests of a block. */
function openBefore(): void {
  beforeAll(async () => {
    db = await testDatabase()
    folder = mkdtempSync(join(tmpdir(), 'millwatch-demo-'))
    const { database } = db
    const clock = manualClock(NOW)
    const signingKey = await installationSecret(database, 'signing')
    flow = createFlow({ database, clock, logger: silentLogger, hashKey: (key) => hashSecret(signingKey, key) })
    demo = {
      database,
      clock,
      flow,
      signingKey,
      logger: silentLogger,
      dataFolder: folder,
      demoPassword: undefined,
      empty: false,
      progress: (text) => lines.push(text),
      days,
      sites,
    }
  })
  afterAll(async () => {
    await flow.stop()
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  })
}

const rows = async <Row>(text: string): Promise<Row[]> => (await db.owner.query(text)).rows
const numberOf = async (text: string): Promise<number> => Number((await rows<{ n: string }>(text))[0]?.n)

/** Returns the number of events in the history of this installation's plant. */
function eventsOfHistory(): number {
  const plant = readPlant(folder)
  if (plant === null) throw new Error('no plant')
  const { sentUntil: to, time } = plant
  const from = to - days * 24 * HOUR_MS
  const lines = linesOf(
    plant.devices.map(({ machine }) => machine),
    time,
  )
  return lines.reduce((sum, line) => sum + eventsOf(line, from, to).length, 0)
}

describe('the demo', () => {
  openBefore()

  let filled: Awaited<ReturnType<typeof fillDemo>>
  beforeAll(async () => {
    filled = await fillDemo(demo)
  }, 120_000)

  test('is a company with its tree, its people and a history computed by the flow', async () => {
    expect(filled?.signIns).toContain('super@demo.example')
    expect(await numberOf('select count(*) as n from equipment')).toBe(machineCount)
    expect(await numberOf('select count(distinct timezone) as n from org_unit where org_unit_type_id <> 1')).toBe(2)
    expect(await numberOf('select count(*) as n from event')).toBe(eventsOfHistory())
    expect(await numberOf('select sum(received - accepted - duplicates - quarantined) as n from device_tally')).toBe(0)
    const machines = await rows<{ equipment_id: string; running: string; gaps: string }>(
      `select equipment_id, sum(coalesce(ended_at, ${NOW}) - started_at) filter (where status_id = 1) as running,
         count(*) filter (where started_at <> before) as gaps
       from (select *, lag(ended_at) over (partition by equipment_id order by started_at) as before from status_interval) i
       group by equipment_id`,
    )
    expect(machines.length).toBe(machineCount)
    for (const machine of machines) expect(Number(machine.gaps)).toBe(0)
    expect(machines.filter((machine) => Number(machine.running) > HOUR_MS).length).toBeGreaterThanOrEqual(
      machineCount - 1,
    )
    expect(lines).toContainEqual(expect.stringMatching(/days of history: \d+ events/))
  })

  test('has statistics of its history at once, also of tables with partitions as a whole', async () => {
    const analyzed = await rows<{ name: string }>(
      `select distinct c.relname as name from pg_class c join pg_statistic s on s.starelid = c.oid
       where c.relname in ('event', 'status_interval', 'shift_history') order by 1`,
    )
    expect(analyzed.map(({ name }) => name)).toEqual(['event', 'shift_history', 'status_interval'])
  })

  test('begins with a tripped alarm, of which its admin gets a mail and a text message', async () => {
    await flow.evaluateAlarms()
    const trips = `select kind, cleared_at from alarm_trip join alarm using (company_id, alarm_id)`
    expect(await rows(`${trips} where alarm_type_id not in (5, 6, 7)`)).toEqual([
      { kind: 'announced', cleared_at: null },
    ])
    const sent = await rows<{ text: string }>(
      `select email || ' ' || channel as text from notice join app_user using (user_id) order by 1`,
    )
    expect(sent.map(({ text }) => text)).toEqual([
      'admin@demo.example email',
      'admin@demo.example sms',
      'user@demo.example email',
    ])
  })

  test('has maintenance with a year of completions, which counts from the last one', async () => {
    const found = await rows<{ type: number; base: string; first: string; last: string; early: string }>(
      `select alarm_type_id as type, base_at as base, min(acknowledged_at) as first, max(acknowledged_at) as last,
         count(*) filter (where kind = 'early') as early
       from alarm join alarm_trip using (company_id, alarm_id) where alarm_type_id in (5, 6, 7) and acknowledged_at is not null
       group by alarm_id, alarm_type_id, base_at`,
    )
    expect(new Set(found.map(({ type }) => type))).toEqual(new Set([5, 6]))
    for (const { base, first, last } of found) {
      expect(base).toBe(last)
      expect(NOW - Number(first)).toBeGreaterThan(300 * 24 * HOUR_MS)
    }
    expect(found.filter(({ early }) => Number(early) > 0)).toHaveLength(1)
  })

  test('has a second company, and one person who is in both', async () => {
    const [{ own: inFirst = 0, other: inSecond = 0 } = {}] = await rows<{ own: number; other: number }>(
      `select count(*) filter (where c.name <> 'Second')::int as own, count(*) filter (where c.name = 'Second')::int as other
       from equipment join company c using (company_id)`,
    )
    expect([inFirst, inSecond]).toEqual([machineCount - 2, 2])
    const companiesOf = async (email: string) => {
      const found = await rows<{ name: string; role: string }>(
        `select c.name, m.role from membership m join app_user using (user_id) join company c using (company_id)
         where email = '${email}' order by m.created_at, c.company_id`,
      )
      return found.map(({ name, role }) => `${name} ${role}`)
    }
    expect(filled?.secondSignIns).toEqual(['super@second.example', 'user@second.example', 'both@demo.example'])
    expect(await companiesOf('super@second.example')).toEqual(['Second superuser'])
    expect(await companiesOf('user@second.example')).toEqual(['Second user'])
    expect(await companiesOf('both@demo.example')).toEqual(['Northfield Components user', 'Second user'])
    expect(await companiesOf('super@demo.example')).toEqual(['Northfield Components superuser'])
  })

  test('shows in its first company what can be switched on, and in the second what is there otherwise', async () => {
    const flags = await rows<{ name: string; flags: object }>('select name, flags from company order by company_id')
    const on = { device_outputs: true, operator_view: true, favorites: true, scrap_enabled: true }
    expect(flags).toEqual([
      { name: 'Northfield Components', flags: on },
      { name: 'Second', flags: {} },
    ])
  })

  test('keeps the keys of its devices for its owner alone', async () => {
    expect(statSync(plantPath(folder)).mode & 0o777).toBe(0o600)
    const device = readPlant(folder)?.devices[0]
    await expect(flow.authenticate(device?.uuid ?? '', device?.key ?? '')).resolves.toBeDefined()
    await expect(flow.authenticate(device?.uuid ?? '', 'another')).rejects.toThrow()
  })

  test('that another server keeps the keys of is left alone', async () => {
    const events = await numberOf('select count(*) as n from event')
    const elsewhere = mkdtempSync(join(tmpdir(), 'millwatch-demo-'))
    expect(await fillDemo({ ...demo, dataFolder: elsewhere })).not.toBeNull()
    expect(readPlant(elsewhere)).toBeNull()
    rmSync(elsewhere, { recursive: true })
    expect(await numberOf('select count(*) as n from event')).toBe(events)
  })

  test('lets its people in with the password it gave, or with the one that is set at a later start', async () => {
    const lets = async (email: string, password: string) => {
      const user = await findUserByEmail(demo.database, email)
      return user !== undefined && !user.mustChangePassword && verifyPassword(user.passwordHash, password)
    }
    expect(filled?.password).toMatch(/^\S{16,}$/)
    const everybody = [...(filled?.signIns ?? []), ...(filled?.secondSignIns ?? [])]
    for (const email of everybody) expect(await lets(email, filled?.password ?? ''), email).toBe(true)
    expect((await fillDemo(demo))?.password).toBeNull()
    expect(await lets('operator@demo.example', filled?.password ?? '')).toBe(true)
    await fillDemo({ ...demo, demoPassword: 'another-passw0rd' })
    for (const email of everybody) expect(await lets(email, 'another-passw0rd'), email).toBe(true)
    expect(await lets('operator@demo.example', filled?.password ?? '')).toBe(false)
  })

  test('that was made before there was a second company gets it, with the password its people have', async () => {
    await fillDemo({ ...demo, demoPassword: 'first-passw0rd' })
    const second = await numberOf(`select company_id as n from company where name = 'Second'`)
    await db.owner.query(`update company set suspended_at = 1, delete_due_at = 1 where company_id = ${second}`)
    await db.owner.query(`select * from remove_company(${second}, 1)`)
    await db.owner.query(
      `delete from membership where user_id = (select user_id from app_user where email = 'both@demo.example')`,
    )
    await db.owner.query(`delete from app_user where email = 'both@demo.example'`)
    await db.owner.query(`delete from installation where name = 'demo_second'`)
    const before = await numberOf('select count(*) as n from event')

    const later = NOW + 6 * HOUR_MS
    expect((await fillDemo({ ...demo, clock: manualClock(later) }))?.password).toBeNull()
    expect(await numberOf('select count(*) as n from company')).toBe(2)
    expect(await numberOf('select count(*) as n from event')).toBeGreaterThan(before)
    const plant = readPlant(folder)
    expect(plant?.devices.length).toBe(machineCount)
    const aliveUntil = JSON.parse(readFileSync(join(folder, 'simulator', 'alive.json'), 'utf8')) as Record<
      string,
      number
    >
    for (const { uuid } of plant?.devices.slice(-2) ?? [])
      expect(aliveUntil[uuid]).toBe(Math.floor(later / 10_000) * 10_000)
    const user = await findUserByEmail(demo.database, 'both@demo.example')
    expect(await verifyPassword(user?.passwordHash, 'first-passw0rd')).toBe(true)

    await fillDemo(demo)
    expect(await numberOf('select count(*) as n from company')).toBe(2)
  })
})

describe('a demo whose start was cut off', () => {
  openBefore()

  test('goes on there, and sends nothing twice', async () => {
    const cut = new AbortController()
    const slow: Flow = {
      ...flow,
      load: async (companyId, batches) => {
        const receipts = await flow.load(companyId, batches)
        cut.abort()
        return receipts
      },
    }
    await expect(fillDemo({ ...demo, flow: slow, signal: cut.signal })).rejects.toThrow()
    const half = await numberOf('select count(*) as n from event')
    expect(half).toBeGreaterThan(0)
    // As after a kill between the commit of a slice and the note about it.
    const state = await readDemoState(demo.database)
    if (state?.kind !== 'plant') throw new Error('no plant')
    await writeDemoState(demo.database, { ...state, filledUntil: state.startedAt - days * 24 * HOUR_MS })

    expect((await fillDemo(demo))?.password).not.toBeNull()
    expect(await numberOf('select count(*) as n from company')).toBe(2)
    expect(await numberOf('select count(*) as n from equipment')).toBe(machineCount)
    expect(await numberOf('select count(*) as n from event')).toBe(eventsOfHistory())
    expect(await numberOf('select sum(duplicates) as n from device_tally')).toBe(half)
    expect(await numberOf('select sum(quarantined) as n from device_tally')).toBe(0)
  })
})

describe('in an installation that was started without it, the demo', () => {
  openBefore()

  test('is never made', async () => {
    expect(await fillDemo({ ...demo, empty: true })).toBeNull()
    expect(await fillDemo(demo)).toBeNull()
    expect(await numberOf('select count(*) as n from company')).toBe(0)
  })
})

describe('in an installation with a company, the demo', () => {
  openBefore()

  test('is never made', async () => {
    await createCompany(demo, { name: 'Somebody', timezone: 'Etc/UTC' })
    expect(await fillDemo(demo)).toBeNull()
    expect(await numberOf('select count(*) as n from company')).toBe(1)
    expect(await numberOf('select count(*) as n from event')).toBe(0)
  })
})
