// Reference model of running by inputs: the level of each input as a function of time, cut into pieces. A filter is applied to
// the pieces, and the expression is evaluated at every instant at which something could change.

export type ReferenceInputName = '24v0' | '24v1' | '120v0' | '120v1'

/** Condition that an input is at level 1, or that two inputs joined by `and` or `or` are. */
export interface ReferenceExpression {
  readonly inputs: readonly ReferenceInputName[]
  readonly join: 'and' | 'or'
}

/**
 * Filter of an input: a level that lasts at most `durationMs` counts as `value`, 1 or 0. With -1 it counts as the last level
 * before it that lasted longer than `durationMs`.
 */
export interface ReferenceFilter {
  readonly durationMs: number
  readonly value: 1 | 0 | -1
}

/**
 * Set-up of the inputs of a machine from `from` (epoch ms) on. `running` is null for a pulsed set-up or none, in which the inputs
 * do not decide.
 */
export interface ReferenceSetup {
  readonly from: number
  readonly running: ReferenceExpression | null
  readonly down: ReferenceExpression | null
  readonly filters: Partial<Record<ReferenceInputName, ReferenceFilter>>
}

/**
 * Level that the device sent for an input at an instant (epoch ms). Null means that the power went off, after which all levels
 * are unknown.
 */
export interface ReferenceLevel {
  readonly at: number
  readonly sent: { readonly input: ReferenceInputName; readonly level: 0 | 1 } | null
}

interface TimeSpan {
  readonly start: number
  readonly end: number
}

interface LevelSpan extends TimeSpan {
  readonly level: 0 | 1
  /** True if the level is not known yet or any more. It then counts as 0, and the span is no piece between two changes. */
  readonly unknown: boolean
  /** True if the piece was cut where the deciding source changed. It then counts as longer than any filter. */
  readonly cut: boolean
}

/**
 * Returns the ranges from `start` to `end` in which the machine runs by its inputs under one set-up, as known at `now` (epoch
 * ms), ascending; adjacent ranges are not joined. `levels` ascend. Earlier levels stay valid at `start`, where the piece that
 * contains it begins again as a longer one. Empty without an expression for running.
 */
export function runningByInputs(
  levels: readonly ReferenceLevel[],
  setup: Pick<ReferenceSetup, 'running' | 'down' | 'filters'>,
  { start, end }: TimeSpan,
  now: number,
): TimeSpan[] {
  const { running, down, filters } = setup
  if (running === null) return []
  const past = levels.filter(({ at }) => at <= now)
  const names: ReferenceInputName[] = ['24v0', '24v1', '120v0', '120v1']
  const spans = new Map(names.map((name) => [name, levelSpans(past, name, { start, end })]))
  const edges = [...spans.values()].flat().map((span) => span.start)
  const instants = [...new Set([start, ...edges])].filter((at) => at >= start && at < end).sort((a, b) => a - b)
  return instants.flatMap((at, i) => {
    const high = (name: ReferenceInputName) => levelAt(spans.get(name) ?? [], filters[name], at, now) === 1
    // "A separate down input, when set up, wins over running."
    const isRunning = holds(running, high) && !(down !== null && holds(down, high))
    return isRunning ? [{ start: at, end: instants[i + 1] ?? end }] : []
  })
}

/**
 * Returns the set-up in force at an instant: the last that began by then, since a change never acts backwards. Undefined before
 * the first.
 */
export function setupAt(setups: readonly ReferenceSetup[], at: number): ReferenceSetup | undefined {
  return [...setups].sort((a, b) => a.from - b.from).findLast(({ from }) => from <= at)
}

/** Returns true if an expression holds: "running while the expression holds (one input; two inputs joined by AND; two by OR)". */
function holds({ inputs, join }: ReferenceExpression, high: (name: ReferenceInputName) => boolean): boolean {
  return join === 'and' ? inputs.every(high) : inputs.some(high)
}

/**
 * Returns the spans of equal level of an input that end at `start` or later, ascending: "A piece lies between two changes of one
 * input's level." Before the first level, and after a loss of power, the level is unknown and 0. Levels of less than 1 ms are
 * left out.
 */
function levelSpans(
  levels: readonly ReferenceLevel[],
  name: ReferenceInputName,
  { start, end }: TimeSpan,
): LevelSpan[] {
  const starts: Omit<LevelSpan, 'end'>[] = [{ start: Number.NEGATIVE_INFINITY, level: 0, unknown: true, cut: false }]
  for (const { at, sent } of levels) {
    const level = starts.at(-1)?.level
    if (sent === null) starts.push({ start: at, level: 0, unknown: true, cut: false })
    else if (sent.input === name && sent.level !== level)
      starts.push({ start: at, level: sent.level, unknown: false, cut: false })
  }
  const spans = starts.map((span, i) => ({ ...span, end: starts[i + 1]?.start ?? end }))
  // A level that lasted less than a millisecond never counts, so no piece is empty; a loss of power always counts.
  const joined: LevelSpan[] = []
  for (const span of spans.filter((candidate) => candidate.unknown || candidate.start < candidate.end)) {
    const last = joined.at(-1)
    if (last === undefined || last.level !== span.level || span.unknown) joined.push(span)
    else joined[joined.length - 1] = { ...last, end: span.end }
  }
  // The level at which this set-up begins to decide is a longer piece, even when it changes at that very instant.
  return joined
    .filter((span) => span.end >= start)
    .map((span) => (span.start < start ? { ...span, start, cut: true } : span))
}

function levelAt(spans: readonly LevelSpan[], filter: ReferenceFilter | undefined, at: number, now: number): 0 | 1 {
  const index = spans.findLastIndex((span) => span.start <= at && at < span.end)
  const span = spans[index]
  if (span === undefined) return 0
  return filter === undefined ? span.level : filtered(spans, index, filter, now)
}

function filtered(spans: readonly LevelSpan[], index: number, filter: ReferenceFilter, now: number): 0 | 1 {
  const span = spans[index]
  if (span === undefined || span.unknown) return 0
  if (isShort(span, filter, now)) return filter.value === -1 ? lastLonger(spans, index, filter, now) : filter.value
  const isOpen = span.end > now
  const before = spans[index - 1]
  // "An open piece counts by its level; after a short one as that did until `duration` has passed, then by its level from
  // its start."
  if (isOpen && before !== undefined && isShort(before, filter, now) && now - span.start <= filter.durationMs) {
    return filtered(spans, index - 1, filter, now)
  }
  return span.level
}

/**
 * Returns true for "A piece of at most `duration`". A piece that is not over at `now`, is unknown, or was cut by a change of
 * source is never short.
 */
function isShort(span: LevelSpan, { durationMs }: ReferenceFilter, now: number): boolean {
  return !span.unknown && !span.cut && span.end <= now && span.end - span.start <= durationMs
}

/**
 * Returns the level of the last piece before `index` that is not short: "-1 as the last longer piece". It is 0 if there was none
 * since the levels became unknown.
 */
function lastLonger(spans: readonly LevelSpan[], index: number, filter: ReferenceFilter, now: number): 0 | 1 {
  const longer = spans.slice(0, index).findLast((span) => !isShort(span, filter, now))
  return longer === undefined || longer.unknown ? 0 : longer.level
}
