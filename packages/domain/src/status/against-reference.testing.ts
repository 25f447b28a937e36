import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { type Story, stories } from './event-sets.testing.ts'
import { type Interval, initialStatusState, intervalsOf, joinIntervals, openIntervals, step, tell } from './index.ts'
import { type NaiveSet, naiveStatus, type ReferenceInterval } from './reference.testing.ts'
import { machineEvents, Replay, referenceForm, settingsOf } from './replay.testing.ts'
import { intervalText, textOf } from './set-text.testing.ts'

/*
 * Where the rules leave a choice, the fold and the naive model read them alike:
 * - T computed at a cycle contains that cycle, also where it judges the cycle's own time. It is made of told times alone
 *   (a told 0 counts as 0), goes on across a power-off, and starts empty with a new primary.
 * - A silence is judged by the source and the T as they stand at the end of the earlier evidence, after all that was said
 *   in that millisecond. Up to the first status the source is cycles, also for a machine that never had one.
 * - A change of primary is no evidence, and the first primary is no change.
 * - A second power-off, while off, begins a powered-off of its own, which a cycle cannot reach behind.
 * - Where what decides, or the set-up that inputs decide by, is another from an instant on, all before it stands as it was
 *   seen then: what comes later says nothing about running or powered-off before it, and evidence alone reaches behind it.
 *   An input's piece begins there anew, as a longer one.
 * - What is unknown, at first and after a power-off, counts as 0, is no piece, and no filter bears on it. A
 *   power-off, or a new primary, ends the piece in which it falls.
 * - Levels told and untold within one millisecond were never so.
 * - A level that means running is high at an input that running is read from, whatever the other inputs say.
 * - Inputs that were fixed as the source and have no set-up to be read by say nothing: down.
 * The fold alone has two bounds, so that its state stays small, which no set here meets: a computed T is at most a day,
 * and beyond 1000 undecided stretches the oldest silence is settled as it stands.
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
export function orderedRunAgrees(set: NaiveSet, now: number): void {
  const events = machineEvents(set, now)
  const settings = settingsOf(set)
  const computed = tell({ state: initialStatusState(), events, now, settings })
  agree('told once', set, now, intervalsOf(computed))
  let state = initialStatusState()
  let settled: Interval[] = []
  for (const event of events) {
    const taken = step(state, event, settings)
    state = taken.state
    settled = joinIntervals(settled, taken.settled)
  }
  agree('step by step', set, now, joinIntervals(settled, openIntervals(state, now, settings)))
}

/** Checks the same at every moment while the set arrives in any order, in parts, twice, with timers in between. */
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
    agree('as it came', machine.set, at, machine.shown)
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

function agree(how: string, set: NaiveSet, now: number, intervals: readonly Interval[]): void {
  const computed = referenceForm(intervals)
  const expected = naiveStatus(set, now)
  const fault = faultOf(computed)
  if (fault === null && isDeepStrictEqual(computed, expected)) return
  throw new Error(
    [`${how}, asked at ${now}${fault === null ? '' : `: ${fault}`}`, textOf(set), '-- told', intervalText(computed)]
      .concat(['-- by the rules', intervalText(expected)])
      .join('\n'),
  )
}

/** Returns the fault of a timeline, or null: a gap, an overlap, equal neighbours, an empty interval, or an end. */
function faultOf(intervals: readonly ReferenceInterval[]): string | null {
  for (const [i, { status, start, end }] of intervals.entries()) {
    const next = intervals[i + 1]
    if (end !== (next?.start ?? null)) return `gap or overlap at ${end}`
    if (end !== null && end <= start) return `empty at ${start}`
    if (next?.status === status) return `equal neighbours at ${end}`
  }
  return null
}
