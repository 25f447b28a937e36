/**
 * Reference model of machines with several devices. Its input is everything that devices sent and people changed, in the order
 * in which the server received it. Its output is the figures of one machine.
 */
import { type AssignmentChange, machineAtReceipt, primariesOf, primaryAt } from './device-assignments.ts'
import type { ReferenceSetup } from './inputs.ts'
import { referenceMarks } from './marks.ts'
import { inEventOrder, referenceStatus } from './status.ts'
import type { ReferenceEvent, ReferenceFixed, ReferenceSet, ReferenceSetting } from './status-data.ts'

/** Event with the device that sent it and its readings; a missing reading is null. */
export interface DeviceEvent extends ReferenceEvent {
  readonly device: string
  readonly temperature: number | null
  readonly analog: number | null
}

/** Event with the machine to which it belongs; null if it stays with its device. */
export interface SettledEvent extends DeviceEvent {
  readonly machine: string | null
}

/**
 * Input of the model in the order in which the server received it: a change of an assignment, or the events of a batch. Repeated
 * batches must be left out, since the model does not detect them.
 */
export type Taken =
  | { readonly kind: 'change'; readonly change: AssignmentChange }
  | { readonly kind: 'batch'; readonly events: readonly DeviceEvent[] }

/**
 * Settings of a machine in the order in which they were made. Each applies from its instant on and replaces all settings made
 * earlier from there on.
 */
export interface MachineSettings {
  readonly maximumCycle: readonly ReferenceSetting[]
  readonly source: readonly ReferenceFixed[]
}

/** Input set-ups by device, ascending; the first applies from the beginning of time. */
export type DeviceSetups = ReadonlyMap<string, readonly ReferenceSetup[]>

interface Average {
  readonly sum: number
  readonly count: number
}

export interface MachineFigures {
  readonly intervals: ReturnType<typeof referenceStatus>
  readonly cycles: number
  /** Sum of times (ms) and number of the cycles that are neither startup cycles nor outliers. */
  readonly plainCycleMs: Average
  readonly cycleMs: Average
  readonly temperature: Average
  readonly analog: Average
  readonly latestCycle: SettledEvent | null
  readonly latestReading: SettledEvent | null
}

/**
 * Returns all events in the order of receipt with their machines: those at receipt, or for events that stayed with their device,
 * those of a later assignment dated back to before the event.
 */
export function settledEvents(taken: readonly Taken[]): SettledEvent[] {
  const changes: AssignmentChange[] = []
  let settled: SettledEvent[] = []
  for (const step of taken) {
    if (step.kind === 'batch') {
      const machineOf = ({ device, at }: DeviceEvent) => machineAtReceipt(changes, device, at)
      settled.push(...step.events.map((event) => ({ ...event, machine: machineOf(event) })))
      continue
    }
    changes.push(step.change)
    const { device, machine, from, isDated } = step.change
    const isAttached = (event: SettledEvent) => event.device === device && event.machine === null && event.at >= from
    if (isDated) settled = settled.map((event) => (isAttached(event) ? { ...event, machine } : event))
  }
  return settled
}

/**
 * Returns the events and settings from which status and cycles of a machine are computed: only events sent by the device that is
 * primary at their instant, by the assignments as they are now.
 */
export function setOfMachine(
  taken: readonly Taken[],
  events: readonly SettledEvent[],
  machine: string,
  { maximumCycle, source }: MachineSettings,
  setupsOf: DeviceSetups,
): ReferenceSet {
  const changes = taken.flatMap((step) => (step.kind === 'change' ? [step.change] : []))
  const primaries = primariesOf(changes, machine)
  const setups = primaries.flatMap(({ from, device }, i) => {
    const until = primaries[i + 1]?.from ?? Number.POSITIVE_INFINITY
    const history = device === null ? [] : (setupsOf.get(device) ?? [])
    return history.flatMap((setup, k) => {
      const end = Math.min(until, history[k + 1]?.from ?? Number.POSITIVE_INFINITY)
      const begin = Math.max(from, k === 0 ? Number.NEGATIVE_INFINITY : setup.from)
      return begin < end ? [{ ...setup, from: begin }] : []
    })
  })
  return {
    events: events.filter((event) => event.machine === machine && primaryAt(primaries, event.at) === event.device),
    changes: primaries.slice(1).map(({ from, device }) => ({ at: from, primary: device !== null })),
    maxCycle: lastMade(maximumCycle),
    fixed: lastMade(source),
    setups,
  }
}

/**
 * Returns settings ascending from settings in the order in which they were made: each removes all earlier made settings that
 * begin at its instant or later.
 */
function lastMade<Setting extends { readonly from: number }>(made: readonly Setting[]): Setting[] {
  return made.reduce<Setting[]>((kept, setting) => [...kept.filter(({ from }) => from < setting.from), setting], [])
}

/**
 * Returns the figures of a machine for the time from `from` (inclusive) to `now` (exclusive), epoch ms. Intervals and latest
 * values are those at `now`; a latest value is null if there is none.
 */
export function figuresOfMachine(
  set: ReferenceSet,
  events: readonly SettledEvent[],
  machine: string,
  { from, now }: { readonly from: number; readonly now: number },
): MachineFigures {
  const isInPeriod = ({ at }: { readonly at: number }) => from <= at && at < now
  const marked = referenceMarks(set, now)
  const counted = marked.filter(({ event }) => isInPeriod(event))
  const ofMachine = events.filter((event) => event.machine === machine)
  const readings = ofMachine.filter((event) => event.type === 'cycle' || event.type === 'tlm')
  const reached = inEventOrder(readings.filter(({ at }) => at <= now))
  const latestCycle = marked.at(-1)?.event as SettledEvent | undefined
  const latestReading = reached.findLast(({ temperature, analog }) => temperature !== null || analog !== null)
  const average = (values: readonly (number | null)[], weights?: readonly number[]): Average => ({
    sum: values.reduce<number>((sum, value, i) => sum + (value ?? 0) * (weights?.[i] ?? 1), 0),
    count: values.reduce<number>((sum, value, i) => sum + (value === null ? 0 : (weights?.[i] ?? 1)), 0),
  })
  const countOf = ({ event }: (typeof marked)[number]) => event.count ?? 1
  const plain = counted.filter(({ startup, outlier }) => !startup && !outlier)
  const inPeriod = readings.filter(isInPeriod)
  return {
    intervals: referenceStatus(set, now),
    cycles: counted.reduce((sum, cycle) => sum + countOf(cycle), 0),
    plainCycleMs: average(
      plain.map(({ timeMs }) => timeMs),
      plain.map(countOf),
    ),
    cycleMs: average(
      counted.map(({ timeMs }) => timeMs),
      counted.map(countOf),
    ),
    temperature: average(inPeriod.map(({ temperature }) => temperature)),
    analog: average(inPeriod.map(({ analog }) => analog)),
    latestCycle: latestCycle ?? null,
    latestReading: latestReading ?? null,
  }
}
