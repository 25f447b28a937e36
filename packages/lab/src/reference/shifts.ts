/**
 * Reference model of shift history. For every instant on its own it finds the last writing. It stores, cuts and moves no rows;
 * a row results where neighbouring instants are equal.
 */
import { dayNumber, instantAt, weekday } from './wall.ts'

/**
 * Schedule of a week: weekdays, 0 (Sunday) to 6, each with its ranges `[startSecond, endSecond, shift]` in seconds of wall-clock
 * time, 0 to 86,400, so that none passes midnight; `shift` is 0 to 3. A weekday without an entry has no shifts.
 */
export type ReferenceSchedule = Readonly<Record<number, readonly (readonly [number, number, number])[]>>

/**
 * Schedule and zone of a machine from the instant `at` (epoch ms) on, after a change of its own, of an ancestor, or of its
 * parent.
 */
export interface ReferencePlan {
  readonly at: number
  readonly schedule: ReferenceSchedule
  readonly zone: string
}

/** Fact that the first evidence of the machine is at `beganAt`, known from `at` on; both are epoch ms. */
export interface ReferenceFirst {
  readonly at: number
  readonly beganAt: number
}

/**
 * Edit of shift history by an admin at the instant `at` (epoch ms). `before` is the span of the changed or deleted row; a changed
 * row keeps its zone.
 */
export type ReferenceEdit =
  | {
      readonly kind: 'insert'
      readonly at: number
      readonly start: number
      readonly end: number
      readonly shift: number
    }
  | {
      readonly kind: 'update'
      readonly at: number
      readonly before: ReferenceSpan & { readonly zone: string }
      readonly start: number
      readonly end: number
      readonly shift: number
    }
  | { readonly kind: 'delete'; readonly at: number; readonly before: ReferenceSpan }

export interface ReferenceSpan {
  readonly start: number
  readonly end: number
}

/**
 * Facts that decide shift history: `plans` ascending, of which the first also applies before its instant, `firsts` and `edits` in
 * the order in which they happened.
 */
export interface ReferenceShiftStory {
  readonly plans: readonly ReferencePlan[]
  readonly firsts: readonly ReferenceFirst[]
  readonly edits: readonly ReferenceEdit[]
}

/** Time of a shift from `start` (inclusive) to `end` (exclusive), epoch ms, with the zone in force when it was written. */
export interface ReferenceRow extends ReferenceSpan {
  readonly shift: number
  readonly zone: string
}

/**
 * Writing of a span of shift history: the shifts of a plan, a single shift, or nothing, which only an admin writes. `shiftAt`
 * gives null for no shift.
 */
interface Writing extends ReferenceSpan {
  readonly zone: string
  readonly byAdmin: boolean
  readonly shiftAt: (at: number) => number | null
}

/**
 * Returns all rows of shift history as they are at `now` (epoch ms), through the end of tomorrow, ascending. Equal adjacent rows
 * are joined; empty if nothing was written.
 */
export function referenceShifts(story: ReferenceShiftStory, now: number): ReferenceRow[] {
  const writings = [...writingsOfPlans(story, now), ...writingsOfAdmins(story, now)]
  const edges = writings.flatMap(({ start, end }) => [start, end])
  const from = Math.min(...edges)
  const to = Math.max(...edges)
  if (writings.length === 0) return []
  const days = story.plans.flatMap((plan) => rangeEdges(plan, from, to))
  const instants = [...new Set([...edges, ...days])].filter((at) => at >= from && at <= to).sort((a, b) => a - b)
  const pieces = instants.slice(0, -1).flatMap((start, i): ReferenceRow[] => {
    const { shift, zone } = standsAt(writings, start)
    return shift === null ? [] : [{ start, end: instants[i + 1] ?? to, shift, zone }]
  })
  return joined(pieces)
}

/**
 * Returns the shift and zone in force at an instant: those of the last writing by an admin if there is any, otherwise of the last
 * writing. "What an admin inserted, changed or deleted wins over anything written later." The shift is null if there is none.
 */
function standsAt(writings: readonly Writing[], at: number): { shift: number | null; zone: string } {
  const here = writings.filter(({ start, end }) => start <= at && at < end)
  const last = here.findLast(({ byAdmin }) => byAdmin) ?? here.at(-1)
  return last === undefined ? { shift: null, zone: '' } : { shift: last.shiftAt(at), zone: last.zone }
}

function writingsOfPlans({ plans, firsts }: ReferenceShiftStory, now: number): Writing[] {
  const inForce = (at: number) => plans.findLast((plan) => plan.at <= at) ?? plans[0]
  const until = endOfTomorrow(now, inForce(now)?.zone ?? 'UTC')
  const writing = (plan: ReferencePlan | undefined, start: number, end: number): Writing[] =>
    plan === undefined || start >= end
      ? []
      : [{ start, end, zone: plan.zone, byAdmin: false, shiftAt: (at) => shiftBy(plan, at) }]
  const happened = [
    ...plans.map((plan) => ({ at: plan.at, order: 0, plan, beganAt: null })),
    ...firsts.map(({ at, beganAt }) => ({ at, order: 1, plan: null, beganAt })),
  ]
  let scheduledFrom = Number.POSITIVE_INFINITY
  return happened
    .filter(({ at }) => at <= now)
    .sort((a, b) => a.at - b.at || a.order - b.order)
    .flatMap(({ at, plan, beganAt }) => {
      // "A change of schedule, zone or parent counts from its instant: what lies beyond is written again"
      if (plan !== null)
        return scheduledFrom === Number.POSITIVE_INFINITY ? [] : writing(plan, Math.max(at, scheduledFrom), until)
      // "only an event before it writes back, only up to it, and moves it, by the schedule and zone in force at that writing"
      if (beganAt >= scheduledFrom) return []
      const zone = inForce(at)?.zone ?? 'UTC'
      const start = instantAt(dayNumber(beganAt, zone), 0, zone)
      const end = Math.min(scheduledFrom, until)
      scheduledFrom = Math.min(start, scheduledFrom)
      return writing(inForce(at), start, end)
    })
}

function writingsOfAdmins({ plans, edits }: ReferenceShiftStory, now: number): Writing[] {
  return edits
    .filter(({ at }) => at <= now)
    .flatMap((edit) => {
      const zone = (plans.findLast((plan) => plan.at <= edit.at) ?? plans[0])?.zone ?? 'UTC'
      const void_ = 'before' in edit ? [{ ...edit.before, zone, byAdmin: true, shiftAt: () => null }] : []
      if (edit.kind === 'delete') return void_
      const editZone = edit.kind === 'update' ? edit.before.zone : zone
      return [...void_, { start: edit.start, end: edit.end, zone: editZone, byAdmin: true, shiftAt: () => edit.shift }]
    })
}

/** Returns the instant (epoch ms) of the local midnight at which tomorrow ends: "through the end of tomorrow (local)". */
function endOfTomorrow(now: number, zone: string): number {
  return instantAt(dayNumber(now, zone) + 2, 0, zone)
}

/**
 * Returns the shift of a plan at an instant (epoch ms), null if there is none. The ranges of the days before and after are also
 * looked at, since they may lie slightly outside their day as the clock shows it.
 */
function shiftBy({ schedule, zone }: ReferencePlan, at: number): number | null {
  const today = dayNumber(at, zone)
  for (const day of [today - 1, today, today + 1]) {
    for (const [from, to, shift] of schedule[weekday(day)] ?? []) {
      if (instantAt(day, from, zone) <= at && at < instantAt(day, to, zone)) return shift
    }
  }
  return null
}

/**
 * Returns the rows that the plan alone gives from `from` (inclusive) to `to` (exclusive), epoch ms, ascending; equal adjacent
 * rows are not joined.
 */
export function scheduledByPlan(plan: ReferencePlan, from: number, to: number): ReferenceRow[] {
  const inside = rangeEdges(plan, from, to).filter((at) => from < at && at < to)
  const instants = [...new Set([from, ...inside, to])].sort((a, b) => a - b)
  return instants.slice(0, -1).flatMap((start, i) => {
    const shift = shiftBy(plan, start)
    return shift === null ? [] : [{ start, end: instants[i + 1] ?? to, shift, zone: plan.zone }]
  })
}

function rangeEdges({ schedule, zone }: ReferencePlan, from: number, to: number): number[] {
  const first = dayNumber(from, zone) - 1
  const count = dayNumber(to, zone) + 2 - first
  return Array.from({ length: count }, (_, i) => first + i).flatMap((day) =>
    (schedule[weekday(day)] ?? []).flatMap(([start, end]) => [instantAt(day, start, zone), instantAt(day, end, zone)]),
  )
}

/**
 * Returns rows with adjacent rows of the same shift and zone joined, so that it does not matter where they were cut. The rows
 * must ascend.
 */
export function joined(rows: readonly ReferenceRow[]): ReferenceRow[] {
  return rows.reduce<ReferenceRow[]>((all, row) => {
    const last = all.at(-1)
    if (last === undefined || last.end !== row.start || last.shift !== row.shift || last.zone !== row.zone) {
      all.push({ ...row })
    } else {
      all[all.length - 1] = { ...last, end: row.end }
    }
    return all
  }, [])
}

/**
 * Node of the tree, a unit or a machine, with its own schedule and time zone; null if it inherits them. The root has the parent
 * null.
 */
export interface ReferenceNode {
  readonly parent: number | null
  readonly schedule: ReferenceSchedule | null
  readonly zone: string | null
}

const allDay: ReferenceSchedule = Object.fromEntries(
  [0, 1, 2, 3, 4, 5, 6].map((day) => [day, [[0, 86_400, 0] as const]]),
)

/**
 * Returns the schedule and the time zone in force for a node. "A machine or unit without its own takes its nearest ancestor's;
 * the root's default is all day, every day. The time zone is inherited the same way." Without any zone it is UTC.
 */
export function referencePlanOf(nodes: ReadonlyMap<number, ReferenceNode>, id: number): Omit<ReferencePlan, 'at'> {
  const up = (at: number | null): ReferenceNode[] => {
    const node = at === null ? undefined : nodes.get(at)
    return node === undefined ? [] : [node, ...up(node.parent)]
  }
  const line = up(id)
  return {
    schedule: line.find(({ schedule }) => schedule !== null)?.schedule ?? allDay,
    zone: line.find(({ zone }) => zone !== null)?.zone ?? 'UTC',
  }
}
