import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { createEquipment } from '@millwatch/contract/http/tree'
import { utilizationOfEquipment } from '@millwatch/contract/http/utilization'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, type InjectApp, injectApp, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { createEmptyDatabase, openedOn } from '@millwatch/lab/database/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { withOwner } from '../../platform/db/connection.ts'
import { migrate } from '../migrate.ts'
import { readMigrations } from '../migration-files.ts'
import { BrokenBackup } from './broken-backup.ts'
import { checkFrames } from './inspect-backup.ts'
import { FullInstallation, readBackup, readHead } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

const NOW = Date.parse('2026-11-02T09:00:00Z')
const clock = manualClock(NOW)
const iso = (at: number) => new Date(at).toISOString()

const { t, root, token } = await appWithCompany({ clock, timezone: 'America/New_York' })
let folder: string
let machines: Awaited<ReturnType<typeof machineWithDevice>>[]
const dropped: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millwatch-backup-'))
  const other = await companyWithPeople(t, 'other')
  machines = []
  for (let i = 0; i < 3; i++) machines.push(await machineWithDevice(t, token, root, `machine "${i}" \\ ü`))
  await machineWithDevice(t, await t.signIn(other.emailOf('admin')), other.rootOrgUnitId)
  for (const machine of machines) await machine.send(cyclesFrom(NOW - 40 * 24 * 60 * MINUTE_MS, 50))
})
afterAll(async () => {
  for (const drop of dropped) await drop()
  rmSync(folder, { recursive: true })
})

const cyclesFrom = (at: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    t: at + i * MINUTE_MS,
    type: 'cycle',
    cycle_time: 30.5,
    temperature_1: 40.25,
  }))
const backUp = (name: string) =>
  writeBackup({
    url: t.db.url,
    file: join(folder, name),
    program: 'test',
    takenAt: clock.now(),
    progress: () => undefined,
  })

async function emptyInstallation(): Promise<string> {
  const { url, drop } = await createEmptyDatabase()
  dropped.push(drop)
  await migrate(url, await readMigrations(), { clock })
  return url
}

async function restored(name: string): Promise<InjectApp> {
  const url = await emptyInstallation()
  await readBackup({ url, file: join(folder, name), progress: () => undefined })
  return injectApp({ clock, db: await openedOn(url) })
}

async function figures(app: InjectApp, as: string) {
  const ids = machines.map((machine) => machine.id).join(',')
  const query = { ids, startDate: iso(NOW - 60 * 24 * 60 * MINUTE_MS), endDate: iso(NOW) }
  const { equipment } = await app.ask(utilizationOfEquipment, { token: as, query })
  const logs = await Promise.all(
    machines.map((machine) =>
      app.ask(statusOfEquipment, {
        token: as,
        params: { id: machine.id },
        query: { startDate: query.startDate, endDate: query.endDate },
      }),
    ),
  )
  return { equipment, logs: logs.map((log) => log.data) }
}

describe('a backup', () => {
  test('taken under load and restored elsewhere gives the same figures, and devices go on where they were', async () => {
    const before = await figures(t, token)
    let running = true
    let sent = 0
    const load = machines.map(async (machine, i) => {
      for (; running; sent++) await machine.send(cyclesFrom(NOW - (sent + 1) * 7 * MINUTE_MS, 5), `load-${i}-${sent}`)
    })
    while (sent < 10) await new Promise((resolve) => setImmediate(resolve))
    await backUp('under-load')
    running = false
    await Promise.all(load)

    const copy = await restored('under-load')
    try {
      const again = await copy.signIn('admin@acme.example')
      const { rows } = await copy.db.owner.query<{ wrong: number; events: number }>(
        `select (select count(*)::int from device_tally where received <> accepted + duplicates + quarantined) as wrong,
           (select count(*)::int from event) as events`,
      )
      expect(rows[0]?.wrong).toBe(0)
      expect(rows[0]?.events).toBeGreaterThan(150)
      // Everything acknowledged before the backup is in it.
      const early = {
        ids: machines.map((machine) => machine.id).join(','),
        startDate: iso(0),
        endDate: iso(NOW - 30 * 24 * 60 * MINUTE_MS),
      }
      const { equipment } = await copy.ask(utilizationOfEquipment, { token: again, query: early })
      expect(equipment).toMatchObject(
        (await t.ask(utilizationOfEquipment, { token, query: early })).equipment.map(({ cycles, running_s }) => ({
          cycles,
          running_s,
        })),
      )
      expect(before.equipment.every((figures) => figures.cycles === 50)).toBe(true)
      // Devices repeat messages without an answer: here, all of them.
      for (let n = 0; n < sent; n++) {
        for (const [i, machine] of machines.entries()) {
          const envelope = {
            batch_id: `load-${i}-${n}`,
            sent_at: NOW,
            events: cyclesFrom(NOW - (n + 1) * 7 * MINUTE_MS, 5),
          }
          for (const app of [t, copy]) {
            const answer = await app.call('POST', '/v0/ingest', {
              headers: { authorization: machine.authorization },
              body: envelope,
            })
            expect(answer.status).toBe(200)
          }
        }
      }
      const [here, there] = [await figures(t, token), await figures(copy, again)]
      expect(there.equipment).toEqual(here.equipment)
      const withoutIds = ({ logs }: typeof here) => logs.map((log) => log.map(({ id: _, ...rest }) => rest))
      expect(withoutIds(there)).toEqual(withoutIds(here))
      // New ids continue after the restored ones.
      const { equip } = await copy.ask(createEquipment, { token: again, body: { name: 'new', parent_id: root } })
      expect(equip.id).toBeGreaterThan(Math.max(...machines.map((machine) => machine.id)))
    } finally {
      await copy.close()
    }
  })

  test('holds every table of the data row for row', async () => {
    const sumsOf = async (pool: typeof t.db.owner) => {
      const { rows } = await pool.query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
         and relname not in ('session', 'one_time_code', 'kiosk_pairing', 'attempt', 'schema_migration') order by 1`,
      )
      const sums: Record<string, unknown> = {}
      for (const { name } of rows) {
        const text = `select md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as sum from ${name} x`
        sums[name] = (await pool.query(text)).rows[0]?.sum
      }
      return sums
    }
    // The server goes on building rollups, so the backup is repeated until nothing changed meanwhile.
    let sums = await sumsOf(t.db.owner)
    for (let tries = 0, changed = true; changed && tries < 20; tries++) {
      await backUp('whole')
      const after = await sumsOf(t.db.owner)
      changed = JSON.stringify(after) !== JSON.stringify(sums)
      sums = after
    }
    expect(Object.keys(sums).length).toBeGreaterThan(40)
    const url = await emptyInstallation()
    await readBackup({ url, file: join(folder, 'whole'), progress: () => undefined })
    const copy = await openedOn(url)
    try {
      expect(await sumsOf(copy.owner)).toEqual(sums)
      const walls = await copy.owner.query(
        `select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity and not relispartition`,
      )
      expect(walls.rows).toEqual([])
    } finally {
      await copy.close()
    }
  })

  test('that was cut or is something else is refused, and nothing is left of the attempt', async () => {
    await backUp('good')
    const bytes = readFileSync(join(folder, 'good'))
    writeFileSync(join(folder, 'cut'), bytes.subarray(0, bytes.length - 40))
    writeFileSync(join(folder, 'other'), 'This is a shopping list')
    const url = await emptyInstallation()
    for (const name of ['cut', 'other']) {
      const file = join(folder, name)
      await expect(checkFrames(file)).rejects.toThrow(BrokenBackup)
      await expect(readBackup({ url, file, progress: () => undefined })).rejects.toThrow(BrokenBackup)
      const { rows } = await withOwner(url, (client) => client.query('select count(*)::int as n from company'))
      expect(rows).toEqual([{ n: 0 }])
    }
    expect(await readHead(join(folder, 'good'))).toMatchObject({ program: 'test', takenAt: clock.now() })
  })

  test('is restored into an empty installation only', async () => {
    await backUp('again')
    await expect(readBackup({ url: t.db.url, file: join(folder, 'again'), progress: () => undefined })).rejects.toThrow(
      FullInstallation,
    )
  })

  test('leaves no half file where it fails', async () => {
    const { url, drop } = await createEmptyDatabase()
    dropped.push(drop)
    const options = { url, file: join(folder, 'none'), program: 'test', takenAt: 0, progress: () => undefined }
    await expect(writeBackup(options)).rejects.toThrow()
    expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([])
  })
})
