import type { InputSetup } from '../devices/index.ts'
import { compareEvents } from '../telemetry/index.ts'
import {
  DOWN,
  defaultStatusSettings,
  type Interval,
  initialStatusState,
  intervalsOf,
  type MachineEvent,
  OFFLINE,
  POWERED_OFF,
  RUNNING,
  replayEvents,
  type Signal,
  type StatusSettings,
} from './index.ts'

// Times in these builders are seconds, for people; the fold sees ms.

let nextPosition = 0

function event(atS: number, signal: Signal): MachineEvent {
  return { at: toMs(atS), batchId: 'b', position: nextPosition++, signal }
}

/** Returns a cycle that ended at `atS`; with `ownS` null the device sent no cycle time. */
export const cycle = (atS: number, ownS: number | null = null, count = 1): MachineEvent =>
  event(atS, { kind: 'cycle', cycleMs: ownS === null ? null : toMs(ownS), count })
export const running = (atS: number): MachineEvent => event(atS, { kind: 'status', running: true })
export const down = (atS: number): MachineEvent => event(atS, { kind: 'status', running: false })
export const powerOff = (atS: number): MachineEvent => event(atS, { kind: 'power', on: false })
export const powerOn = (atS: number): MachineEvent => event(atS, { kind: 'power', on: true })
export const high = (atS: number, input = '24v0'): MachineEvent => event(atS, { kind: 'input', input, level: 1 })
export const low = (atS: number, input = '24v0'): MachineEvent => event(atS, { kind: 'input', input, level: 0 })
export const evidence = (atS: number): MachineEvent => event(atS, { kind: 'evidence' })
export const alive = (atS: number, untilS: number): MachineEvent => event(atS, { kind: 'alive', until: toMs(untilS) })
export const newPrimary = (atS: number): MachineEvent => ({ ...event(atS, { kind: 'primary' }), batchId: '' })
export const noPrimary = (atS: number): MachineEvent => ({ ...event(atS, { kind: 'no_primary' }), batchId: '' })

/** Returns evidence every five minutes, both ends included, so that the machine never counts as offline. */
export function evidenceAllAlong(fromS: number, toS: number): MachineEvent[] {
  const events: MachineEvent[] = []
  for (let atS = fromS; atS < toS; atS += 300) events.push(evidence(atS))
  return [...events, evidence(toS)]
}

/** Returns settings with T from given instants on, in seconds; null is computed. */
export const maximumCycle = (...entries: [fromS: number, s: number | null][]): StatusSettings => ({
  ...defaultStatusSettings,
  maximumCycle: entries.map(([fromS, s]) => ({ from: toMs(fromS), ms: s === null ? null : toMs(s) })),
})

/** Returns settings with input set-ups from given instants on, in seconds. */
export const inputSetup = (...entries: [fromS: number, setup: InputSetup | null][]): StatusSettings => ({
  ...defaultStatusSettings,
  inputSetup: entries.map(([fromS, setup]) => ({ from: toMs(fromS), setup })),
})

export type Row = [status: string, fromS: number, toS: number | null]

/** Returns the intervals of the events at `nowS`; the events may be in any order. */
export function intervalsAt(events: readonly MachineEvent[], nowS: number, settings?: StatusSettings): Row[] {
  const inOrder = [...events].sort(compareEvents)
  return rows(intervalsOf(replayEvents({ state: initialStatusState(), events: inOrder, now: toMs(nowS), settings })))
}

const names = { [RUNNING]: 'running', [DOWN]: 'down', [OFFLINE]: 'offline', [POWERED_OFF]: 'powered-off' }

export function rows(intervals: readonly Interval[]): Row[] {
  return intervals.map(({ status, startedAt, endedAt }) => [
    names[status],
    startedAt / 1000,
    endedAt === null ? null : endedAt / 1000,
  ])
}

function toMs(s: number): number {
  return Math.round(s * 1000)
}
