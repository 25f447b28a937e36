import { DAY_MS } from '@millwatch/domain/time'
import type { Filled } from '../fill/filled.ts'
import { queryOf } from '../fill/period.ts'
import type { Bench, Measurement } from '../lib/bench.ts'
import { asPerson } from '../lib/caller.ts'
import { Owner } from '../lib/owner.ts'
import { openPainter, type Painted } from '../lib/painter.ts'
import type { Goal, Row } from '../lib/table.ts'

const WARM_UPS = 2
const WIDTH = 1200

/** Statement that returns the same cycles as one row of columns, as texts. */
const columns = {
  name: 'bare.cycles',
  text: `select array_agg(occurred_at)::text as at, array_agg(cycle_ms)::text as cycle_ms,
      array_agg(temperature_1)::text as temperature, array_agg(analog_in_1)::text as analog, count(*)::int as points
    from event where company_id = 1 and equipment_id = $1 and occurred_at >= $2 and occurred_at < $3 and kind = 1`,
}

/** P5: the charts of a week of one machine with a cycle every 10 s: time and size of the answer, and time of drawing. */
export const p5: Measurement = async (bench) => {
  const filled = await bench.filled()
  return [...(await answers(bench, filled)), ...(await drawn(bench, filled))]
}

async function answers(bench: Bench, filled: Filled): Promise<Row[]> {
  const [machine] = filled.machines
  const caller = asPerson(filled.product.port, filled.company.token)
  const owner = await Owner.connect(filled.product.databaseUrl)
  const period = { from: filled.endsAt - 7 * DAY_MS, to: filled.endsAt }
  const path = `/v0/e/${machine?.equipmentId}/aiopaged?${queryOf(period)}&width=${WIDTH}`
  const figures = { ms: [] as number[], kB: [] as number[], sqlMs: [] as number[], sqlKB: [] as number[] }
  for (let run = 1 - WARM_UPS; run <= bench.runs; run++) {
    const answer = await caller.get(path)
    const began = performance.now()
    const [row] = await owner.rows<{ points: number }>(columns as never, [machine?.equipmentId, period.from, period.to])
    const sqlMs = performance.now() - began
    if (run < 1) continue
    figures.ms.push(answer.ms)
    figures.kB.push(answer.bytes / 1000)
    figures.sqlMs.push(sqlMs)
    figures.sqlKB.push(JSON.stringify(row).length / 1000)
    bench.say(
      `P5 run ${run}: ${answer.ms.toFixed(0)} ms, ${Math.round(answer.bytes / 1000)} kB; SQL ${sqlMs.toFixed(0)} ms for ${row?.points} points`,
    )
  }
  caller.close()
  await owner.close()
  const against = 'the same cycles as columns in SQL, read whole as texts'
  return [
    {
      name: 'P5 week of 10 s cycles, server',
      unit: 'ms',
      ours: figures.ms,
      yardstick: figures.sqlMs,
      against,
      goal: { atMost: 60 },
    },
    {
      name: 'P5 its answer, not compressed',
      unit: 'kB',
      ours: figures.kB,
      yardstick: figures.sqlKB,
      against,
      goal: { atMost: 250 },
    },
  ]
}

/** Returns the number of cycles in all pixel columns of an answer. */
function cyclesIn(body: string): number {
  const { result } = JSON.parse(body) as { result: { data: { drawn: { cycle_time: { count: number[] } } } } }
  return result.data.drawn.cycle_time.count.reduce((sum, count) => sum + count, 0)
}

/** Returns an instant (epoch ms, a whole minute) in the form of page addresses: `20261121T0600Z`. */
const inAddress = (at: number): string =>
  new Date(at).toISOString().replaceAll(/[-:]/g, '').replace('.000Z', 'Z').replace('00Z', 'Z')

/**
 * Measures in a browser how long the page of the same week takes to draw its charts, when it is opened and when a key leads to
 * the week before. Empty if there is no browser.
 */
async function drawn(bench: Bench, filled: Filled): Promise<Row[]> {
  const [machine] = filled.machines
  const { url } = filled.product
  const path = `/e/${machine?.equipmentId}?from=${inAddress(filled.endsAt - 7 * DAY_MS)}&to=${inAddress(filled.endsAt)}`
  const painter = await openPainter({ url, username: filled.username, password: filled.password })
  if (painter === undefined) {
    bench.say('P5 drawn: no browser here')
    return []
  }
  const painted: Painted[] = []
  try {
    for (let run = 0; run <= bench.runs; run++) {
      const times = await painter.paint(path, '/aiopaged', cyclesIn)
      if (run === 0) continue
      painted.push(times)
      const [ms, openedMs, againMs] = [times.ms, times.openedMs, times.againMs].map(Math.round)
      bench.say(`P5 drawn, run ${run}: ${ms} ms, ${openedMs} ms after opening; the week before ${againMs} ms`)
    }
  } finally {
    await painter.close()
  }
  const points = painted.at(-1)?.points ?? 0
  const against =
    'nothing: to the last stroke on a chart, in Chromium; from the last byte of the answer unless its row says more'
  const row = (name: string, ours: number[], goal: Goal): Row => {
    return { name: `P5 ${name}`, unit: 'ms', ours, yardstick: [], against, goal }
  }
  return [
    row(
      `machine page draws ${points} points (a week)`,
      painted.map(({ ms }) => ms),
      { atMost: 300 },
    ),
    row(
      'the same page, from the start of opening it',
      painted.map(({ openedMs }) => openedMs),
      {},
    ),
    row(
      'the same page draws the week before, once it is open',
      painted.map(({ againMs }) => againMs),
      { atMost: 300 },
    ),
  ]
}
