import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { DAY_MS, dayAt, midnightOf } from '@millwatch/domain/time'
import type { Filled } from '../fill/filled.ts'
import { blockFrom } from '../fill/period.ts'
import { ZONE } from '../fill/plan.ts'
import type { Bench, Measurement } from '../lib/bench.ts'
import { databaseAlone } from '../lib/database-alone.ts'
import { Owner } from '../lib/owner.ts'
import type { Row } from '../lib/table.ts'
import { BareRollups } from '../yardsticks/bare-rollups.ts'

const builderScript = fileURLToPath(new URL('../../packages/lab/src/app/roll-up-host.ts', import.meta.url))

interface Figures {
  readonly ours: number[]
  readonly yardstick: number[]
}

/**
 * P7: builds all quarter-hours and days of one day of a thousand machines from nothing, by the builder of the product alone,
 * while the server is stopped; beside bare inserts.
 */
export const p7: Measurement = async (bench) => {
  const filled = await bench.filled()
  const figures: Figures = { ours: [], yardstick: [] }
  // The server also builds rollups, with a second between turns; so it is stopped meanwhile.
  await filled.product.stop()
  await databaseAlone(filled.product.dataFolder, (_, url) => build(bench, filled, url, figures))
  await filled.product.start()
  const row: Row = {
    ...figures,
    name: `P7 rollups of ${filled.machines.length} machines x 1 day`,
    unit: 'buckets/s',
    against: 'as many rows of quarter-hours inserted bare, unnest of 5,000',
    goal: { ratioAtLeast: 0.9 },
  }
  return [row]
}

async function build(bench: Bench, filled: Filled, url: string, { ours, yardstick }: Figures): Promise<void> {
  const owner = await Owner.connect(url)
  const builder = fork(builderScript, [url])
  try {
    await once(builder, 'message')
    // Rollups that were dirty since the last start do not count.
    await rollUp(builder)
    const { from, to } = livelyDay(filled)
    const bare = await BareRollups.take(owner, from, to)
    for (let run = 0; run <= bench.runs; run++) {
      await forget(owner, from, to)
      const ms = await rollUp(builder)
      const buckets = await bucketsBetween(owner, from, to)
      const bareMs = await bare.insert()
      if (run === 0) continue
      ours.push((buckets / ms) * 1000)
      yardstick.push((bare.rows / bareMs) * 1000)
      bench.say(
        `P7 run ${run}: ${buckets} buckets in ${ms.toFixed(0)} ms; ${bare.rows} rows bare in ${bareMs.toFixed(0)} ms`,
      )
    }
  } finally {
    builder.disconnect()
    await owner.close()
  }
}

/** Returns the first local day from the middle of the history on (epoch ms) on which no machine is silent. */
function livelyDay(filled: Filled): { from: number; to: number } {
  for (let n = Math.floor(filled.plan.days / 2); ; n++) {
    const isLively = [n, n + 1].every((block) => block % 7 !== 0)
    if (!isLively) continue
    const day = dayAt(blockFrom(filled, n) + DAY_MS, ZONE)
    return { from: midnightOf(day, ZONE), to: midnightOf(day + 1, ZONE) }
  }
}

async function forget(owner: Owner, from: number, to: number): Promise<void> {
  await owner.client.query('begin')
  for (const [table, at] of Object.entries({
    rollup_quarter: 'bucket_at',
    rollup_day: 'day_from',
    rollup_day_shift: 'day_from',
  }))
    await owner.client.query(`delete from ${table} where ${at} >= $1 and ${at} < $2`, [from, to])
  await owner.client.query(
    `insert into rollup_dirty (company_id, equipment_id, started_at, ended_at)
       select company_id, equipment_id, $1, $2 from rollup_state`,
    [from, to],
  )
  await owner.client.query('commit')
}

/**
 * Returns the number of quarter-hours of all machines that are stored for a period. Throws an error if a range is still dirty.
 */
async function bucketsBetween(owner: Owner, from: number, to: number): Promise<number> {
  if ((await owner.number('select count(*) from rollup_dirty')) > 0) throw new Error('Something is dirty still')
  return owner.number(
    'select count(*) from (select distinct equipment_id, bucket_at from rollup_quarter where bucket_at >= $1 and bucket_at < $2) as b',
    [from, to],
  )
}

async function rollUp(builder: ChildProcess): Promise<number> {
  builder.send({})
  const [answer] = (await once(builder, 'message')) as [{ ms: number } | { error: string }]
  if ('error' in answer) throw new Error(answer.error)
  return answer.ms
}
