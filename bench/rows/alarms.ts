import type { Bench, Measurement } from '../lib/bench.ts'
import { quantile } from '../lib/figures.ts'
import { Owner } from '../lib/owner.ts'
import { listOfAll } from './alarms-backtest.ts'
import { writePath } from './alarms-write-path.ts'

const EVENTS_PER_S = 1000
const LATENCY_MS = 30_000
const MACHINES = 10_000
/**
 * Number of machines that send. It has no common divisor with the cycle of the load's temperatures, so each machine gets all of
 * them.
 */
const SENDERS = 989

const telemetry = (value: number) => ({ what: 'temperature', direction: 'above', value, minutes: 0 })
/** Type and arguments of one alarm of every type, none of which trips by the load. */
const ofEveryType: readonly (readonly [typeId: number, args: object])[] = [
  [1, { cycles: 1, scheduled_only: false }],
  [2, {}],
  [3, { force: 1 }],
  [4, { minutes: 60 }],
  [5, { cycle_count: 1_000_000_000, notes: '' }],
  [6, { runtime_hours: 100_000, notes: '' }],
  [7, { duration: 12, duration_unit: 'months', notes: '' }],
  [8, telemetry(500)],
  [9, { below: 0.1, hours: 1, scheduled_only: false }],
  [10, { below: 0.1, shift: 'all' }],
]
/**
 * Types and arguments of five alarms, one of which trips by the load: its temperature is above the limit once in fifty events.
 */
const fiveTypes = [ofEveryType[0], ofEveryType[1], ofEveryType[3], [8, telemetry(44.85)] as const, ofEveryType[8]]

/**
 * ALARMS: the cost of alarms for storing events, the list of all alarms, and the time from a trip to its notice in the outbox
 * with 10,000 machines.
 */
export const alarms: Measurement = async (bench) => {
  const { product } = await bench.installation()
  const owner = await Owner.connect(product.databaseUrl)
  try {
    return [...(await writePathAndList(bench, owner)), ...(await latency(bench, owner))]
  } finally {
    await owner.close()
  }
}

async function writePathAndList(bench: Bench, owner: Owner) {
  const rows = await writePath(bench, owner, {
    on: () => addAlarms(owner, ofEveryType),
    off: () => removeAlarms(owner),
  })
  await addAlarms(owner, ofEveryType)
  const list = await listOfAll(bench)
  await removeAlarms(owner)
  return [...rows, list]
}

async function latency(bench: Bench, owner: Owner) {
  const { product, machines } = await bench.installation()
  await addMachines(owner, MACHINES - machines.length)
  await addAlarms(owner, fiveTypes as typeof ofEveryType)
  const devices = machines.slice(0, SENDERS).map(({ uuid, key }) => ({ uuid, key }))
  const p50: number[] = []
  const p99: number[] = []
  for (let run = 1; run <= bench.runs; run++) {
    // The notice is stored by the same transaction as the trip.
    const since = await owner.number('select coalesce(max(alarm_trip_id), 0) from alarm_trip')
    await bench.load.run({
      kind: 'fixed-rate',
      port: product.mqttPort,
      devices,
      eventsPerS: EVENTS_PER_S,
      runMs: LATENCY_MS,
    })
    const trips = await owner.rows<{ ms: string }>(
      `select known_at - tripped_at as ms from alarm_trip join alarm using (company_id, alarm_id)
        where alarm_trip_id > $1 and alarm_type_id = 8 and kind = 'announced'`,
      [since],
    )
    const times = trips.map(({ ms }) => Number(ms))
    p50.push(quantile(times, 0.5))
    p99.push(quantile(times, 0.99))
    bench.say(
      `ALARMS run ${run}: ${times.length} trips, p50 ${p50.at(-1)} ms, p99 ${p99.at(-1)} ms, slowest ${Math.max(...times)} ms`,
    )
  }
  const row = { unit: 'ms', yardstick: [], against: '', goal: { atMost: 2000 } }
  return [
    { ...row, name: 'ALARMS trip to outbox, 10,000 machines, p50', ours: p50 },
    { ...row, name: 'ALARMS trip to outbox, 10,000 machines, p99', ours: p99 },
  ]
}

async function removeAlarms(owner: Owner): Promise<void> {
  await owner.rows('delete from alarm')
  await owner.rows('delete from alarm_machine')
}

const NOW = '(extract(epoch from now()) * 1000)::bigint'

/** Adds an alarm of each kind to every machine, and waits until all are evaluated. */
async function addAlarms(owner: Owner, kinds: typeof ofEveryType): Promise<void> {
  for (const [typeId, args] of kinds)
    await owner.rows(
      `insert into alarm (company_id, equipment_id, alarm_type_id, args, created_at, updated_at, evaluated_to, base_at, args_from)
        select company_id, equipment_id, $1, $2, ${NOW}, ${NOW}, ${NOW}, ${NOW}, ${NOW} from equipment`,
      [typeId, JSON.stringify(args)],
    )
  await owner.rows(
    `insert into alarm_machine (company_id, equipment_id, dirty_from) select company_id, equipment_id, ${NOW} from equipment`,
  )
  while ((await owner.number('select count(*) from alarm_machine where dirty_from is not null')) > 0)
    await new Promise((resolve) => setTimeout(resolve, 200))
}

/** Adds `count` machines without devices, which send nothing. */
async function addMachines(owner: Owner, count: number): Promise<void> {
  await owner.rows(
    `with made as (
        insert into equipment (company_id, parent_org_unit_id, name, created_at)
        select company_id, parent_org_unit_id, 'Silent ' || n, 0
        from (select company_id, parent_org_unit_id from equipment limit 1) e, generate_series(1, $1) n
        returning company_id, equipment_id, parent_org_unit_id)
      insert into equipment_setting (company_id, equipment_id, valid_from, parent_org_unit_id, active)
      select company_id, equipment_id, 0, parent_org_unit_id, true from made`,
    [count],
  )
}
