import { setTimeout as delay } from 'node:timers/promises'
import { type ClockVerdict, checkEventTime, findClockResets, type TimedEvent } from '@millwatch/domain/telemetry'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { FaultFinding } from '@millwatch/lab/load/finding'
import { Ledger } from '@millwatch/lab/load/ledger'
import { asOwner } from '@millwatch/lab/load/owner'
import { type FaultMachine, makePlant } from '@millwatch/lab/load/plant'
import { Transport } from '@millwatch/lab/load/transport'
import type { Company } from '@millwatch/lab/product/company'
import { ending } from '@millwatch/lab/product/ending'
import { randomFrom, seedOf } from '@millwatch/simulator/base/random'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import { historyOf } from '../base/replay.ts'
import { Site } from '../base/site.ts'

const YEAR_MS = 365 * 24 * HOUR_MS
const SPAN_MS = 6 * HOUR_MS
const EVENTS = 120
const BATCH = 12

/**
 * Function that returns the time (epoch ms) that the clock of a device shows at the true instant `at`, if the device was switched
 * on at `began`.
 */
type DeviceClock = (at: number, began: number) => number

const clocks: readonly (readonly [string, DeviceClock])[] = [
  ['1970', (at, began) => at - began],
  ['2000', (at, began) => Date.UTC(2000, 0, 1) + at - began],
  ['+5 min', (at) => at + 5 * MINUTE_MS],
  ['+1 h', (at) => at + HOUR_MS],
  ['+10 y', (at) => at + 10 * YEAR_MS],
  ['backwards step', (at, began) => (at - began < SPAN_MS / 2 ? at : at - HOUR_MS)],
  ['turned back to 2000', (at, began) => (at - began < SPAN_MS / 2 ? at : Date.UTC(2000, 0, 1) + at - began)],
  ['drift 1 s/h', (at, began) => at + Math.round((at - began) / 3600)],
  ['s for ms', (at) => Math.floor(at / 1000)],
]

/**
 * Kinds F21: the clock of a device is wrong. Both times of an event must be kept, impossible events must be in quarantine, and
 * charts must stay within their period.
 */
export const deviceClocks: readonly FaultKind[] = clocks.map(([name, clock]) => ({
  name: `F21 ${name}`,
  fullCount: 100,
  step: 5,
  run: (input) => lying(clock, input),
}))

async function lying(clock: DeviceClock, { count, seed }: StepInput): Promise<Done> {
  const site = await Site.open(1)
  return ending(
    () => site.close(),
    async () => {
      const plant = await makePlant(site.company, { machines: count, from: Date.now() - SPAN_MS })
      const ledgers = await Promise.all(plant.map((machine, i) => speak(site, machine, clock, seedOf(seed, i))))
      for (const ledger of ledgers) {
        await bothTimesKept(site.databaseUrl, ledger)
        await chartsStay(site.company, ledger.machine)
      }
      await site.verify()
      return { count, acknowledged: ledgers.reduce((sum, { acknowledgedEvents }) => sum + acknowledgedEvents, 0) }
    },
  )
}

class SpokenLedger extends Ledger {
  /** True time (epoch ms) before and after each batch was sent, by batch id. */
  readonly sent = new Map<string, readonly [number, number]>()
}

async function speak(site: Site, machine: FaultMachine, clock: DeviceClock, seed: number): Promise<SpokenLedger> {
  const began = Date.now() - SPAN_MS
  const random = randomFrom(seed)
  const history = historyOf(machine, { from: began, to: Date.now() - MINUTE_MS, events: EVENTS, seed })
  const events = history.map((event) => ({ ...event, t: clock(event.t, began) }))
  const ledger = new SpokenLedger(machine)
  const transport = new Transport(machine)
  for (let i = 0; i < events.length; i += BATCH) {
    const envelope = { batch_id: `c-${i}`, sent_at: clock(Date.now(), began), events: events.slice(i, i + BATCH) }
    const entry = ledger.begin(envelope)
    const before = Date.now()
    const message = JSON.stringify(envelope)
    const server = site.servers[0] ?? (await site.server())
    const send = () =>
      random() < 0.5 ? transport.overHttp(server, message, envelope.events.length) : transport.overMqtt(server, message)
    while ((await send()) !== 'acknowledged') await delay(100)
    ledger.acknowledge(entry)
    ledger.sent.set(envelope.batch_id, [before, Date.now()])
  }
  transport.close()
  return ledger
}

interface Kept {
  readonly batch: string
  readonly position: number
  readonly at: number | null
  readonly received: number
  readonly reason: string | null
}

/**
 * Checks that every event is stored as an event or in quarantine as the rule on times demands, with the time of the device and
 * the time of receipt. Throws a `FaultFinding` otherwise.
 */
async function bothTimesKept(databaseUrl: string, { machine, entries, sent }: SpokenLedger): Promise<void> {
  const kept = new Map(
    (await keptOf(databaseUrl, machine.deviceId)).map((event) => [`${event.batch}/${event.position}`, event]),
  )
  let hasBeenLive = false
  for (const [batch, { envelope }] of entries) {
    const [before = 0, after = 0] = sent.get(batch) ?? []
    const believed = envelope.events
      .map((event) => ({ occurredAt: (event as { t: number }).t, since: null }))
      .filter(({ occurredAt }) => reasonOf(occurredAt, before) === null)
    // The device was added just before, and put on its machine as of six hours ago.
    const history = { addedAt: before, hasBeenLive, assignments: [{ from: before - SPAN_MS, to: null }] }
    const verdict: ClockVerdict<TimedEvent> = findClockResets(believed, before, history)
    hasBeenLive = verdict.hasBeenLive
    const resets = new Set(verdict.resets.map(({ occurredAt }) => occurredAt))
    for (const [position, event] of envelope.events.entries()) {
      const { t } = event as { t: number }
      const stored = kept.get(`${batch}/${position}`)
      const subject = `machine ${machine.equipmentId}: event ${position} of ${batch}, told for ${t},`
      if (stored === undefined) throw new FaultFinding(`${subject} is not there`)
      const may = resets.has(t) ? ['clock_reset'] : [before, after].map((now) => reasonOf(t, now))
      if (!may.includes(stored.reason))
        throw new FaultFinding(`${subject} is kept as ${stored.reason ?? 'told'}, not as ${may[0] ?? 'told'}`)
      if (stored.at !== null && stored.at !== t) throw new FaultFinding(`${subject} is kept for ${stored.at}`)
      if (stored.received < before || stored.received > after)
        throw new FaultFinding(`${subject} is said to be received at ${stored.received}`)
    }
  }
}

/**
 * Returns the reason for the quarantine of an event with the time `t` received at `now` (epoch ms); null if it is no case for
 * quarantine.
 */
function reasonOf(t: number, now: number): string | null {
  const verdict = checkEventTime(t, now)
  if (verdict === 'now' || verdict === 'soon') return null
  return { hold: 'clock_ahead', hold_admin: 'clock_far_ahead', clock_not_set: 'clock_not_set' }[verdict]
}

function keptOf(databaseUrl: string, deviceId: number): Promise<Kept[]> {
  return asOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<Kept>(
      `select e.batch_id as batch, position, occurred_at::float8 as at, b.received_at::float8 as received, null as reason
        from event e join batch b using (company_id, device_id, batch_id) where e.device_id = $1
        union all select batch_id, position, occurred_at::float8, received_at::float8, reason from quarantine
        where device_id = $1 and released_at is null`,
      [deviceId],
    )
    return rows
  })
}

/**
 * Checks that no point of a chart lies outside its period, and that no status interval has a negative duration. Throws a
 * `FaultFinding` otherwise.
 */
async function chartsStay(company: Company, { equipmentId }: FaultMachine): Promise<void> {
  const [from, to] = [Date.now() - SPAN_MS, Date.now()]
  const period = `startDate=${new Date(from).toISOString()}&endDate=${new Date(to).toISOString()}`
  const { combined_data: points } = await company.call<{ combined_data: { at: number[] } }>(
    'GET',
    `/v0/e/${equipmentId}/data?${period}`,
  )
  const outside = points.at.find((at) => at < from || at > to)
  if (outside !== undefined) throw new FaultFinding(`machine ${equipmentId}: a chart of ${period} shows ${outside}`)
  const { data } = await company.call<{ data: { duration_s: number }[] }>(
    'GET',
    `/v0/e/${equipmentId}/reports/status?${period}`,
  )
  const bad = data.find(({ duration_s: length }) => length < 0)
  if (bad !== undefined) throw new FaultFinding(`machine ${equipmentId}: ${JSON.stringify(bad)} has no length`)
}
