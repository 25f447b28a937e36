/** Random machines with everything that alarms watch, and their stories: what is known of them when. */
import fc from 'fast-check'
import type { ReferenceAlarmMachine } from './alarm-conditions.ts'
import { zone } from './arbitraries.ts'
import { machines } from './machines.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** Generator of gaps between entries in ms, many of them at the limits of the rules. */
const gapMs = fc.oneof(
  fc.constantFrom(0, 1, 30_000, 5 * MINUTE_MS, 5 * MINUTE_MS + 1, 10 * MINUTE_MS, 15 * MINUTE_MS, 20 * MINUTE_MS),
  fc.constantFrom(HOUR_MS, HOUR_MS - 1, HOUR_MS + 1, 3 * HOUR_MS, 9 * HOUR_MS),
  fc.nat(2 * HOUR_MS),
)

interface Drafts {
  readonly cycles: readonly (readonly [number, number])[]
  readonly values: readonly (readonly [number, number])[]
  readonly impacts: readonly (readonly [number, number])[]
  readonly contacts: readonly number[]
  readonly enabled: readonly (readonly [number, boolean])[]
  readonly ignored: readonly boolean[]
  readonly zone: string
}

const drafts: fc.Arbitrary<Drafts> = fc.record({
  cycles: fc.array(fc.tuple(gapMs, fc.constantFrom(1, 1, 1, 2, 3)), { maxLength: 20 }),
  values: fc.array(fc.tuple(gapMs, fc.constantFrom(59, 60, 61, 62)), { maxLength: 14 }),
  impacts: fc.array(fc.tuple(gapMs, fc.constantFrom(0, 1, 2.5, 4)), { maxLength: 6 }),
  contacts: fc.array(gapMs, { maxLength: 10 }),
  enabled: fc.array(fc.tuple(gapMs, fc.boolean()), { maxLength: 3 }),
  ignored: fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
  zone,
})

/** Returns entries with their instants (epoch ms): each is `gap` ms after the entry before, the first `gap` ms after `begin`. */
function placed<Entry>(begin: number, entries: readonly (readonly [number, Entry])[]): (readonly [number, Entry])[] {
  let at = begin
  return entries.map(([gap, entry]) => {
    at += gap
    return [at, entry]
  })
}

interface AlarmMachineCase {
  readonly machine: ReferenceAlarmMachine
  readonly end: number
}

const alarmMachines: fc.Arbitrary<AlarmMachineCase> = fc
  .record({ base: machines, drafts, quarter: fc.nat(4) })
  .map(({ base, drafts: draft, quarter }) => {
    const begin = base.machine.intervals[0]?.start ?? 0
    const first = begin + Math.floor(((base.now - begin) * quarter) / 8)
    const stops = base.machine.intervals.filter(({ status }) => status === 2)
    const machine: ReferenceAlarmMachine = {
      ...base.machine,
      cycles: placed(first, draft.cycles).map(([at, count]) => ({
        at,
        count,
        timeMs: null,
        startup: false,
        outlier: false,
      })),
      values: placed(first, draft.values).map(([at, value]) => ({ at, value })),
      impacts: placed(first, draft.impacts).map(([at, force]) => ({ at, force })),
      contacts: placed(
        first,
        draft.contacts.map((gap) => [gap, null] as const),
      ).map(([at]) => at),
      enabled: placed(
        first,
        draft.enabled.map(([gap, on]) => [gap + 1, on] as const),
      ).map(([from, enabled]) => ({ from, enabled })),
      ignored: stops.filter((_, i) => draft.ignored[i] === true && i % 2 === 0).map(({ start }) => start),
      zone: draft.zone,
    }
    return { machine, end: base.now }
  })

/** Returns a copy of a machine with all its instants later by `ms`. The settings that apply from 0 on keep that instant. */
function moved(machine: ReferenceAlarmMachine, ms: number): ReferenceAlarmMachine {
  const at = <Entry extends { readonly at: number }>(entry: Entry) => ({ ...entry, at: entry.at + ms })
  const from = <Entry extends { readonly from: number }>(entry: Entry, i: number) => ({
    ...entry,
    from: i === 0 && entry.from === 0 ? 0 : entry.from + ms,
  })
  return {
    ...machine,
    intervals: machine.intervals.map((each) => ({
      ...each,
      start: each.start + ms,
      end: each.end === null ? null : each.end + ms,
    })),
    rows: machine.rows.map((row) => ({ ...row, start: row.start + ms, end: row.end + ms })),
    settings: machine.settings.map(from),
    enabled: machine.enabled.map(from),
    cycles: machine.cycles.map(at),
    values: machine.values.map(at),
    impacts: machine.impacts.map(at),
    contacts: machine.contacts.map((contact) => contact + ms),
    ignored: machine.ignored.map((start) => start + ms),
  }
}

/**
 * Returns the machine of `past` before an instant and that of `future` from the instant on. Contacts and zone are always those of
 * `past`.
 */
function changedFrom(past: ReferenceAlarmMachine, future: ReferenceAlarmMachine, at: number): ReferenceAlarmMachine {
  const join = <Entry>(instantOf: (entry: Entry) => number, before: readonly Entry[], after: readonly Entry[]) => [
    ...before.filter((entry) => instantOf(entry) < at),
    ...after.filter((entry) => instantOf(entry) >= at),
  ]
  const byAt = ({ at: instant }: { readonly at: number }) => instant
  const byFrom = ({ from }: { readonly from: number }) => from
  return {
    ...past,
    intervals: joinedIntervals(past, future, at),
    rows: [
      ...past.rows.filter(({ start }) => start < at).map((row) => ({ ...row, end: Math.min(row.end, at) })),
      ...future.rows.filter(({ end }) => end > at).map((row) => ({ ...row, start: Math.max(row.start, at) })),
    ],
    settings: join(byFrom, past.settings, future.settings),
    enabled: join(byFrom, past.enabled, future.enabled),
    cycles: join(byAt, past.cycles, future.cycles),
    values: join(byAt, past.values, future.values),
    impacts: join(byAt, past.impacts, future.impacts),
    ignored: join((start) => start, past.ignored, future.ignored),
  }
}

function joinedIntervals(past: ReferenceAlarmMachine, future: ReferenceAlarmMachine, at: number) {
  const before = past.intervals
    .filter(({ start }) => start < at)
    .map((each) => ({ ...each, end: Math.min(each.end ?? at, at) }))
  const after = future.intervals
    .filter(({ end }) => end === null || end > at)
    .map((each, i) => ({ ...each, start: i === 0 && before.length > 0 ? at : Math.max(each.start, at) }))
  const joined: ReferenceAlarmMachine['intervals'][number][] = [...before]
  for (const each of after) {
    const last = joined.at(-1)
    if (last?.status === each.status) joined[joined.length - 1] = { ...last, end: each.end }
    else joined.push(each)
  }
  return joined
}

/**
 * Returns a machine as known at an instant (epoch ms, inclusive): entries after it are left out, and an interval that ends later
 * is open. Shift history, readings and runs stay whole.
 */
export function knownAt(machine: ReferenceAlarmMachine, now: number): ReferenceAlarmMachine {
  return {
    ...machine,
    intervals: machine.intervals
      .filter(({ start }) => start <= now)
      .map((each) => ({ ...each, end: each.end !== null && each.end > now ? null : each.end })),
    settings: machine.settings.filter(({ from }) => from <= now),
    enabled: machine.enabled.filter(({ from }) => from <= now),
    cycles: machine.cycles.filter(({ at }) => at <= now),
    values: machine.values.filter(({ at }) => at <= now),
    impacts: machine.impacts.filter(({ at }) => at <= now),
    contacts: machine.contacts.filter((at) => at <= now),
    ignored: machine.ignored.filter((start) => start <= now),
  }
}

/**
 * Machine as known at the instant `now`, and the earliest instant from which it differs from the step before. Both are epoch ms.
 */
export interface StoryStep {
  readonly machine: ReferenceAlarmMachine
  readonly now: number
  readonly changedFrom: number
}

/** Machine whose past may change from step to step, and the instant (epoch ms) from which an alarm is evaluated. */
export interface AlarmStory {
  readonly base: number
  readonly steps: readonly StoryStep[]
}

/** Generator of a share in thousandths, from 0 to 1000. */
const part = fc.nat(1000)

export const stories: fc.Arbitrary<AlarmStory> = fc
  .record({
    versions: fc.array(fc.tuple(alarmMachines, part, part), { minLength: 1, maxLength: 4 }),
    base: fc.nat(500),
  })
  .map(({ versions, base: basePart }) => {
    const [[first]] = versions as [(typeof versions)[number]]
    const begin = first.machine.intervals[0]?.start ?? 0
    const end = first.end
    const instant = (thousandth: number) => begin + Math.floor(((end - begin) * thousandth) / 1000)
    const nows = versions.map(([, now]) => instant(now)).sort((a, b) => a - b)
    nows[nows.length - 1] = end
    const base = Math.min(nows[0] ?? begin, instant(basePart) - HOUR_MS)
    let machine = first.machine
    const steps = versions.map(([version, , changed], i): StoryStep => {
      const now = nows[i] ?? end
      const at = i === 0 ? base : base + Math.floor(((now - base) * changed) / 1000)
      if (i > 0) {
        const shiftedBy = begin - (version.machine.intervals[0]?.start ?? 0)
        machine = changedFrom(machine, moved(version.machine, shiftedBy), at)
      }
      return { machine: knownAt(machine, now), now, changedFrom: at }
    })
    return { base, steps }
  })
