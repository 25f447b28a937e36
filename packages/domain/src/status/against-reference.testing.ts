import { isDeepStrictEqual } from 'node:util'
import { type Story, stories } from '@millwatch/lab/reference/event-sets'
import { machineEvents, Replay, referenceForm, settingsOf } from '@millwatch/lab/reference/replay'
import { intervalText, textOf } from '@millwatch/lab/reference/set-text'
import { referenceStatus } from '@millwatch/lab/reference/status'
import type { ReferenceInterval, ReferenceSet } from '@millwatch/lab/reference/status-data'
import fc from 'fast-check'
import {
  type Interval,
  initialStatusState,
  intervalsOf,
  joinIntervals,
  openIntervals,
  replayEvents,
  step,
} from './index.ts'

/*
 * The fold and the reference model take the same choice when the rules leave one:
 * - T computed at a cycle includes that cycle, also when that T is applied to it. T is computed from sent times only (a sent 0
 *   counts as 0). The list of times continues across a power-off and starts empty with a new primary.
 * - The limit of a silence follows from the source and the T at the end of the earlier evidence, after all events of that
 *   millisecond. Until the first status the source is cycles, also for a machine that never had one.
 * - A change of primary is no evidence, and the first primary is no change.
 * - A second power-off, while off, begins a powered-off piece of its own; a later cycle cannot start before it.
 * - When the source, or the set-up by which inputs decide, changes at an instant, the time before keeps its status as it was
 *   seen then. Later events cannot change running or powered-off before it; only evidence reaches there. The current piece
 *   of an input begins again there, as a longer one.
 * - An unknown level, at first and after a power-off, counts as 0, is no piece, and no filter applies to it. A power-off, or a
 *   new primary, ends the current piece.
 * - A level that changes back within one millisecond never counts.
 * - A level that means running is a high level of an input of the running expression, whatever the other inputs are.
 * - When inputs are fixed as the source and no set-up can be read, the machine is down.
 * Only the fold has two bounds, so that its state stays small; no set here reaches them: a computed T is at most a day, and
 * beyond 1000 undecided intervals the oldest silence is settled as it is.
 */

/** Checks random sets of events that are computed as a whole, in order. */
export function orderedRunsAgree(numRuns: number): void {
  const property = fc.property(stories, (story) => {
    for (const now of story.asked) orderedRunAgrees(story, now)
  })
  fc.assert(property, { numRuns })
}

/**
 * Checks random sets of events that are computed in order of arrival. Returns how often a recomputation met the old one before
 * its end.
 */
export function arrivalRunsAgree(numRuns: number): number {
  let met = 0
  const property = fc.property(stories, (story) => {
    met += arrivalRunAgrees(story).met
  })
  fc.assert(property, { numRuns })
  return met
}

/** Checks that the fold over the whole set, once and in order, equals the reference model. */
export function orderedRunAgrees(set: ReferenceSet, now: number): void {
  const events = machineEvents(set, now)
  const settings = settingsOf(set)
  const computed = replayEvents({ state: initialStatusState(), events, now, settings })
  agree('computed once', set, now, intervalsOf(computed))
  let state = initialStatusState()
  let settled: Interval[] = []
  for (const event of events) {
    const taken = step(state, event, settings)
    state = taken.state
    settled = joinIntervals(settled, taken.settled)
  }
  agree('step by step', set, now, joinIntervals(settled, openIntervals(state, now, settings)))
}

/**
 * Checks that the intervals equal the reference model at every moment while the set arrives in any order, in parts, twice, with
 * timers in between. Returns the machine after the last arrival.
 */
export function arrivalRunAgrees(story: Story): Replay {
  const machine = new Replay(story.checkpointEvery)
  const happenings = [
    ...story.edits.map((edit) => ({
      at: edit.arrivesAt,
      happens: (now: number) => applyEdit(machine, story, edit, now),
    })),
    ...story.deliveries.map(({ batchId, arrivesAt }) => ({
      at: arrivesAt,
      happens: (now: number) =>
        machine.receive(
          story.events.filter((event) => event.batchId === batchId),
          now,
        ),
    })),
    ...story.asked.map((at) => ({ at, happens: (now: number) => machine.tick(now) })),
  ].sort((a, b) => a.at - b.at)
  for (const { at, happens } of happenings) {
    happens(at)
    agree('as it arrived', machine.set, at, machine.shown)
  }
  return machine
}

function applyEdit(machine: Replay, story: Story, edit: Story['edits'][number], now: number): void {
  const change = edit.of === 'changes' ? story.changes[edit.index] : undefined
  const setting = edit.of === 'maxCycle' ? story.maxCycle[edit.index] : undefined
  if (change !== undefined) machine.changePrimary(change, now)
  const setup = edit.of === 'setups' ? story.setups[edit.index] : undefined
  const fixed = edit.of === 'fixed' ? story.fixed[edit.index] : undefined
  if (setting !== undefined) machine.changeSetting(setting, now)
  if (setup !== undefined) machine.changeSetup(setup, now)
  if (fixed !== undefined) machine.fixSource(fixed, now)
}

function agree(how: string, set: ReferenceSet, now: number, intervals: readonly Interval[]): void {
  const computed = referenceForm(intervals)
  const expected = referenceStatus(set, now)
  const fault = faultOf(computed)
  if (fault === null && isDeepStrictEqual(computed, expected)) return
  throw new Error(
    [`${how}, asked at ${now}${fault === null ? '' : `: ${fault}`}`, textOf(set), '-- computed', intervalText(computed)]
      .concat(['-- by the rules', intervalText(expected)])
      .join('\n'),
  )
}

/**
 * Returns the fault of a timeline, or null: a gap, an overlap, equal neighbours, an empty interval, or an end of the last
 * interval.
 */
function faultOf(intervals: readonly ReferenceInterval[]): string | null {
  for (const [i, { status, start, end }] of intervals.entries()) {
    const next = intervals[i + 1]
    if (end !== (next?.start ?? null)) return `gap or overlap at ${end}`
    if (end !== null && end <= start) return `empty at ${start}`
    if (next?.status === status) return `equal neighbours at ${end}`
  }
  return null
}
