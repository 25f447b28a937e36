import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { damagedCopies } from '@millwatch/lab/database/damage'
import { testDatabase } from '@millwatch/lab/database/database'
import type pg from 'pg'
import { withOwner } from '../../platform/db/connection.ts'
import { BrokenBackup } from './broken-backup.ts'
import { inspectBackup } from './inspect-backup.ts'
import { readBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

const TAKEN_AT = Date.parse('2026-11-02T09:00:00Z')

/** SQL for a company whose events take several frames. */
const somePlant = `
  insert into company (name, created_at) values ('Ash & Sons', ${TAKEN_AT});
  select ensure_event_partition('event_2026_11', ${Date.UTC(2026, 10, 1)}, ${Date.UTC(2026, 11, 1)});
  select set_config('millwatch.company_id', max(company_id)::text, false) from company;
  insert into event (company_id, equipment_id, occurred_at, device_id, batch_id, position, kind, is_primary, received_at, cycle_ms)
    select company_id, 1 + n % 3, ${Date.UTC(2026, 10, 1)} + n * 20000, 1, md5(n::text), 0, 1, true, ${TAKEN_AT}, 20000 + n % 977
    from company, generate_series(1, 8000) n`

/** SQL for rows in an installation without companies, so that a truncated table would be noticed. */
const someTraces = `insert into attempt values ('\\x01', 1, 2); insert into installation values ('trace', '1')`

/** Returns one checksum of all rows of all tables, of the sequences, and of the row-level security settings. */
async function stateOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  const sums = rows.map(({ name }) => `(select string_agg(x::text, '|' order by x::text) from "${name}" x)`)
  const { rows: found } = await client.query<{ sum: string }>(
    `select md5(concat_ws('#', ${sums.map((sum) => `coalesce(${sum}, '')`).join(', ')},
       (select string_agg(s::text, '|' order by sequencename) from pg_sequences s where schemaname = 'public'),
       (select string_agg(relname || relforcerowsecurity, '|' order by relname) from pg_class
         where relnamespace = 'public'::regnamespace))) as sum`,
  )
  return `${rows.length} tables ${found[0]?.sum}`
}

export interface RefusalBench {
  readonly good: Buffer
  readonly file: string
  /** Restores `file` into the bench's installation. */
  restore(): Promise<unknown>
  state(): Promise<string>
  close(): Promise<void>
}

/** Makes a small backup, and an installation into which damaged copies of it are restored. */
export async function refusalBench(): Promise<RefusalBench> {
  const folder = mkdtempSync(join(tmpdir(), 'millwatch-damage-'))
  const file = join(folder, 'backup')
  const source = await testDatabase()
  await source.owner.query(somePlant)
  await writeBackup({ url: source.url, file, program: 'test', takenAt: TAKEN_AT, progress: () => undefined })
  await source.close({ verified: false })
  const target = await testDatabase()
  await target.owner.query(someTraces)
  return {
    good: readFileSync(file),
    file,
    restore: () => readBackup({ url: target.url, file, progress: () => undefined }),
    state: () => withOwner(target.url, stateOf),
    async close() {
      await target.close({ verified: false })
      rmSync(folder, { recursive: true })
    },
  }
}

const refusalOf = (work: Promise<unknown>): Promise<BrokenBackup | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof BrokenBackup) return error
      throw error
    },
  )

export interface Damaging {
  /** Number of damaged copies, a multiple of 10. */
  readonly copies: number
  readonly seed: number
  /** Every copy is checked; every n-th one is restored too. */
  readonly restoredEvery: number
}

/**
 * Damages the backup many times, and checks and restores the copies. Returns those not refused, refused with the wrong
 * place, or refused after a change of the database.
 */
export async function faultsAmong(bench: RefusalBench, { copies, seed, restoredEvery }: Damaging): Promise<string[]> {
  const faults: string[] = []
  const before = await bench.state()
  let number = 0
  for (const { damage, bytes, damagedAt, hasRightSums } of damagedCopies(bench.good, copies, seed)) {
    writeFileSync(bench.file, bytes)
    const steps = {
      check: () => inspectBackup(bench.file),
      ...(number % restoredEvery === 0 ? { restore: bench.restore } : {}),
    }
    for (const [step, work] of Object.entries(steps)) {
      const refusal = await refusalOf(work())
      const at = refusal?.place.offset ?? -1
      const isInPlace = hasRightSums ? at >= damagedAt && at <= bytes.length : at === damagedAt
      const hasText =
        refusal !== null && /^\S.{10,}\(frame \d+, at byte [\d,]+ of the file, .*table/.test(refusal.message)
      if (!isInPlace || !hasText) faults.push(`${number} ${damage}, ${step}: ${refusal?.message ?? 'not refused'}`)
    }
    number++
    if (number % 10 === 0 && (await bench.state()) !== before)
      return [...faults, `the database changed before copy ${number}, ${damage}`]
  }
  if (number !== copies) faults.push(`${number} copies instead of ${copies}`)
  return faults
}
