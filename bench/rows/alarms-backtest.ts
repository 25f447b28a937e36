import type { DeviceEvent } from '@millwatch/contract/devices'
import { DAY_MS, MINUTE_MS } from '@millwatch/domain/time'
import { MqttDevice } from '@millwatch/lab/product/mqtt-device'
import type { Bench, Measurement } from '../lib/bench.ts'
import { asPerson } from '../lib/caller.ts'
import { median } from '../lib/figures.ts'
import { Owner } from '../lib/owner.ts'
import type { Row } from '../lib/table.ts'
import { countedByHand } from '../yardsticks/values.ts'

const DAYS = 90
/** Time (ms) between two cycles: 259,200 cycles in 90 days, fewer than a backtest reads at most. */
const STEP_MS = 30_000
/** Length (ms) of a stop, which occurs every two hours. */
const STOP_MS = 600_000
const BETWEEN_STOPS_MS = 7_200_000
/**
 * Number of events in a message, a day and a half, as a gateway sends after a long outage. After each message the server computes
 * the machine again.
 */
const EVENTS_PER_MESSAGE = 4000
const LIMIT = 43.5
const FOR_MIN = 5

const drafts: readonly (readonly [typeId: number, args: object])[] = [
  [1, { cycles: 100, scheduled_only: true }],
  [1, { cycles: 100, scheduled_only: false }],
  [2, {}],
  [4, { minutes: 10 }],
  [5, { cycle_count: 10_000, notes: '' }],
  [6, { runtime_hours: 100, notes: '' }],
  [8, { what: 'temperature', direction: 'above', value: LIMIT, minutes: FOR_MIN }],
  [9, { below: 90, hours: 2, scheduled_only: true }],
  [10, { below: 90, shift: 'all' }],
]

/** Alarm types whose limit is compared with stored data, and so can be measured over a week. */
const LIMITED: ReadonlySet<number> = new Set([1, 4, 8, 9, 10])

/**
 * BACKTEST: backtests of 90 days of a machine with a cycle every 30 s, and the data for limits over a week. Of the medians of all
 * types the slowest is the result of each row. As a reference the trips of the temperature alarm are counted by a loop over all
 * values.
 */
export const backtests: Measurement = async (bench) => {
  const { product, company } = await bench.installation()
  const [machine] = await company.machines(1)
  if (machine === undefined) throw new Error('No machine was made')
  const began = performance.now()
  await send(product.mqttPort, machine)
  bench.say(`BACKTEST history sent in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const caller = asPerson(product.port, company.token)
  const owner = await Owner.connect(product.databaseUrl)
  const timesOf = async (path: string, body: string) => {
    const answers: { ms: number; body: string }[] = []
    for (let run = 0; run <= bench.runs; run++) answers.push(await caller.post(path, body))
    const { count = 0, startDate } = JSON.parse(answers.at(-1)?.body ?? '{}') as { count?: number; startDate: string }
    return { ms: median(answers.slice(1).map(({ ms }) => ms)), count, startDate }
  }
  const ours: number[] = []
  const limits: number[] = []
  const byHand: number[] = []
  try {
    for (const [typeId, args] of drafts) {
      const body = JSON.stringify({ alarm_type_id: typeId, equipment_id: machine.equipmentId, args })
      const { ms, count, startDate } = await timesOf('/v0/alarm_drafts/backtest', body)
      if (Date.now() - Date.parse(startDate) < (DAYS - 1) * DAY_MS) throw new Error(`It began at ${startDate}`)
      bench.say(`BACKTEST of type ${typeId}: ${ms.toFixed(0)} ms, ${count} trips`)
      ours.push(ms)
      if (typeId === 8) byHand.push(...(await handCounts(bench.runs, owner, machine.equipmentId, count)))
      if (!LIMITED.has(typeId)) continue
      const limit = await timesOf('/v0/alarm_drafts/limit', body)
      bench.say(`BACKTEST limit of type ${typeId} over a week: ${limit.ms.toFixed(0)} ms`)
      limits.push(limit.ms)
    }
  } finally {
    caller.close()
    await owner.close()
  }
  const against = 'type 8 by hand: every value as a row, compared in a loop'
  return [
    {
      ...{
        name: `BACKTEST of ${DAYS} days, slowest type`,
        unit: 'ms',
        ours: [Math.max(...ours)],
        yardstick: byHand,
        against,
      },
      goal: { atMost: 1000, ratioAtMost: 1 },
    },
    {
      ...{ name: 'BACKTEST limit of a week, slowest type', unit: 'ms', ours: [Math.max(...limits)] },
      ...{ yardstick: [], against: '', goal: { atMost: 100 } },
    },
  ]
}

/**
 * Returns the times (ms) of counting the trips by hand, once per run. Throws an error if their number differs from `trips` by
 * more than 1.
 */
async function handCounts(runs: number, owner: Owner, equipmentId: number, trips: number): Promise<number[]> {
  const times: number[] = []
  for (let run = 1; run <= runs; run++) {
    const from = Date.now() - DAYS * DAY_MS
    const counted = await countedByHand(owner, { equipmentId, from, limit: LIMIT, forMs: FOR_MIN * MINUTE_MS })
    if (Math.abs(counted.trips - trips) > 1) throw new Error(`By hand ${counted.trips} trips, not ${trips}`)
    times.push(counted.ms)
  }
  return times
}

/**
 * Sends the events of the past 90 days of a machine, in full messages as its device would send after a long outage; the last
 * events, which fill no message, are left out.
 */
async function send(port: number, device: { readonly uuid: string; readonly key: string }): Promise<void> {
  const connection = await MqttDevice.connect(port, device)
  let events: DeviceEvent[] = []
  const from = Date.now() - DAYS * DAY_MS
  for (let t = from, n = 0; t < Date.now(); n++, t += isStop(t - from) ? STOP_MS : STEP_MS) {
    events.push({ t, type: 'cycle', cycle_time: 28, temperature_1: 40 + (n % 37) / 10, count: 1 })
    if (events.length < EVENTS_PER_MESSAGE) continue
    await connection.publish(Buffer.from(JSON.stringify({ batch_id: `past-${n}`, sent_at: Date.now(), events })))
    events = []
  }
  connection.close()
}

const isStop = (ms: number): boolean => ms % BETWEEN_STOPS_MS >= BETWEEN_STOPS_MS - STOP_MS

/** Measures the answer with all alarms of 1,000 machines, ten each, which must exist already. */
export async function listOfAll(bench: Bench): Promise<Row> {
  const { product, company } = await bench.installation()
  const caller = asPerson(product.port, company.token)
  try {
    const { bytes } = await caller.get('/v0/alarms')
    const ours: number[] = []
    for (let run = 1; run <= bench.runs; run++) ours.push((await caller.get('/v0/alarms')).ms)
    bench.say(`ALARMS list of all: ${median(ours).toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB`)
    return {
      name: 'ALARMS list of 10,000 alarms',
      unit: 'ms',
      ours,
      yardstick: [],
      against: '',
      goal: { atMost: 2000 },
    }
  } finally {
    caller.close()
  }
}
