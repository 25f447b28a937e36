import type { DeviceEvent } from '@millwatch/contract/devices'
import { DAY_MS } from '@millwatch/domain/time'
import type { Filled } from '../fill/filled.ts'
import { blockFrom, queryOf } from '../fill/period.ts'
import { dayOf } from '../fill/plan.ts'
import type { Measurement } from '../lib/bench.ts'
import { asPerson, Caller } from '../lib/caller.ts'
import { BareInsert } from '../yardsticks/bare-insert.ts'

/** Interval, in days, of the days on which a machine was silent. */
const SILENT_EVERY = 7
const RIGHT_WITHIN_MS = 60_000

interface Figures {
  readonly cycles: number
  readonly running_s: number
  readonly offline_s: number
}

/**
 * P6: a machine sends a whole day of its past on which it was silent, in one batch. The result is the time until the figures are
 * right.
 */
export const p6: Measurement = async (bench) => {
  const filled = await bench.filled()
  const bare = await BareInsert.open(filled.product.databaseUrl)
  const figures = { right: [] as number[], acknowledged: [] as number[], bare: [] as number[] }
  const place = {
    machine: filled.plan.cycleMachines,
    day: SILENT_EVERY * Math.floor(filled.plan.days / 2 / SILENT_EVERY),
  }
  for (let run = 0; run <= bench.runs; run++, place.machine++) {
    const late = await sendLate(filled, place)
    const bareMs = await bare.insert(late.events)
    if (run === 0) continue
    figures.right.push(late.rightMs)
    figures.acknowledged.push(late.acknowledgedMs)
    figures.bare.push(bareMs)
    bench.say(describe(run, late, bareMs))
  }
  await bare.close()
  const against = 'pg inserting as many rows bare, unnest of 1,000'
  const beside = { unit: 'ms', yardstick: figures.bare, against }
  return [
    { ...beside, name: 'P6 late day: right after acknowledgement', ours: figures.right, goal: { atMost: 100 } },
    { ...beside, name: 'P6 late day: acknowledged', ours: figures.acknowledged, goal: {} },
  ]
}

interface Late {
  readonly events: number
  readonly acknowledgedMs: number
  readonly rightMs: number
}

const describe = (run: number, { events, acknowledgedMs, rightMs }: Late, bareMs: number): string =>
  `P6 run ${run}: ${events} events acknowledged in ${acknowledgedMs.toFixed(0)} ms, right ${rightMs.toFixed(0)} ms later; ` +
  `inserted bare in ${bareMs.toFixed(0)} ms`

async function sendLate(filled: Filled, place: { machine: number; day: number }): Promise<Late> {
  const { product, company } = filled
  const caller = asPerson(product.port, company.token)
  const { machine, question, before } = await findSilentDay(filled, caller, place)
  const events = dayOf(place.machine, place.day, question.day.from, true)
  const late = JSON.stringify({ batch_id: `late-${question.day.from}`, sent_at: Date.now(), events })
  const device = new Caller(product.port, { authorization: `Device ${machine.uuid}:${machine.key}` })
  const { ms: acknowledgedMs } = await device.post('/v0/ingest', late)
  const wanted = { day: figuresOf(events), all: sum(before.all, figuresOf(events)) }
  const began = performance.now()
  for (;;) {
    const after = await question.ask()
    const rightMs = performance.now() - began
    if (isSame(after.day, wanted.day) && isSame(after.all, wanted.all)) {
      caller.close()
      device.close()
      return { events: events.length, acknowledgedMs, rightMs }
    }
    if (rightMs > RIGHT_WITHIN_MS)
      throw new Error(`Not right after ${rightMs} ms: ${JSON.stringify(after)} instead of ${JSON.stringify(wanted)}`)
  }
}

/**
 * Returns the next machine, from `place.machine` on, that has no cycles on that day, with the figures before; `place` is moved to
 * that machine. Earlier runs may have filled the day of others. Throws an error if none is left.
 */
async function findSilentDay(filled: Filled, caller: Caller, place: { machine: number; day: number }) {
  for (; place.machine < filled.machines.length; place.machine++) {
    const machine = filled.machines[place.machine]
    if (machine === undefined) break
    const from = blockFrom(filled, place.day)
    const day = { from, to: from + DAY_MS }
    const whole = { from: filled.endsAt - filled.plan.days * DAY_MS, to: filled.endsAt }
    const figures = async (period: { from: number; to: number }): Promise<Figures> => {
      const path = `/v0/util/e?ids=${machine.equipmentId}&${queryOf(period)}`
      return JSON.parse((await caller.get(path)).body).equipment[0]
    }
    const ask = async () => ({ day: await figures(day), all: await figures(whole) })
    const before = await ask()
    if (before.day.cycles === 0) return { machine, before, question: { day, ask } }
  }
  throw new Error('No machine has a silent day any more')
}

/** Returns the expected figures of a sent day: it runs from each `running` to the next `down`, and is never offline. */
function figuresOf(events: readonly DeviceEvent[]): Figures {
  let runningMs = 0
  for (const event of events) {
    if (event.type !== 'status') continue
    runningMs += event.status === 'running' ? -event.t : event.t
  }
  const cycles = events.filter((event) => event.type === 'cycle').length
  return { cycles, running_s: runningMs / 1000, offline_s: 0 }
}

/** Returns the figures with those of a day added, and the day taken from the offline time. */
const sum = (before: Figures, added: Figures): Figures => ({
  cycles: before.cycles + added.cycles,
  running_s: before.running_s + added.running_s,
  offline_s: before.offline_s - DAY_MS / 1000,
})

/** Tolerance of the offline time in seconds: the silence began shortly before the day, at the last event of the day before. */
const EDGE_S = 1
const isSame = (figures: Figures, other: Figures): boolean =>
  figures.cycles === other.cycles &&
  Math.abs(figures.running_s - other.running_s) < 0.001 &&
  Math.abs(figures.offline_s - other.offline_s) < EDGE_S
