import type { InputPlan, InputTerm, InputTerms } from '../signals/index.ts'
import { DOWN, RUNNING, type Status } from './types.ts'

/** A level of an input as it counts from an instant on; null: not told yet. From null: from ever. */
interface Counted {
  readonly from: number | null
  readonly level: 0 | 1 | null
}

/** The piece of an input's level that is not over yet, and what bears on how it counts. */
interface OpenPiece {
  /** As told last; null: not told yet. */
  level: 0 | 1 | null
  /** Null: from where this set-up decides. */
  since: number | null
  /** It began with a change, and so may turn out to be short. */
  between: boolean
  /** What the piece before it counts as where that was short. */
  after: 0 | 1 | null
  /** The level of the last longer piece before it. */
  longer: 0 | 1
}

/** What an input with its filter says over time, as a plain JSON value. */
export interface ChannelState extends OpenPiece {
  /** Pieces before the open one, as they count: what is not decided yet may still need them. */
  past: Counted[]
  /** The open piece as it was before the last change: where that is undone in the same millisecond it was never so. */
  before: OpenPiece | null
}

export interface Channel {
  readonly input: string
  readonly filter: InputTerm['filter']
}
interface ChannelTerm {
  readonly channel: number
  readonly level: 0 | 1
}

/** What inputs decide by, each input with its filter being one channel. */
export interface InputChannels {
  readonly channels: readonly Channel[]
  readonly running: readonly (readonly ChannelTerm[])[]
  readonly down: readonly (readonly ChannelTerm[])[]
}

export function channelsOf(plan: InputPlan): InputChannels {
  const channels: Channel[] = []
  const channelOf = ({ input, filter }: InputTerm): number => {
    const same = (one: Channel) => one.input === input && JSON.stringify(one.filter) === JSON.stringify(filter)
    const known = channels.findIndex(same)
    return known >= 0 ? known : channels.push({ input, filter }) - 1
  }
  const terms = (any: InputTerms) =>
    any.map((all) => all.map((term) => ({ channel: channelOf(term), level: term.level })))
  const running = terms(plan.running)
  return { channels, running, down: terms(plan.down) }
}

/** Whether the level of an input is one that means running. */
export function meansRunning({ channels, running }: InputChannels, input: string, level: 0 | 1): boolean {
  return running.some((all) => all.some((term) => term.level === level && channels[term.channel]?.input === input))
}

/** Where a set-up begins to decide: the levels stand as they were told, as longer pieces. */
export function beginChannels({ channels }: InputChannels, levels: Readonly<Record<string, 0 | 1>>): ChannelState[] {
  return channels.map(({ input }) => {
    const level = levels[input] ?? null
    return { level, since: null, between: false, after: null, longer: level ?? 0, past: [], before: null }
  })
}

/** An input was told to stand at a level at `at`. */
export function tellLevel(state: ChannelState, filter: Channel['filter'], at: number, level: 0 | 1): void {
  if (level === state.level) return
  if (state.between && state.since === at) undo(state)
  const { level: was, since, between, after, longer } = state
  if (level === was) return
  if (was === null && level === 0) {
    // Unknown is 0: no change, but now it is told.
    state.past.push({ from: since, level: null })
    Object.assign(state, { level, since: at, before: null })
    return
  }
  const short = isShort(state, filter, at)
  const counts = short ? shortCounts(state, filter) : was
  state.before = { level: was, since, between, after, longer }
  state.past.push({ from: since, level: counts })
  state.after = short ? shortCounts(state, filter) : null
  state.longer = short ? longer : (was ?? 0)
  state.level = level
  state.since = at
  state.between = true
}

/** What was told and untold in the same millisecond was never so. */
function undo(state: ChannelState): void {
  if (state.before === null) return
  Object.assign(state, state.before)
  state.before = null
  state.past.pop()
}

function isShort(piece: OpenPiece, filter: Channel['filter'], until: number): boolean {
  return filter !== null && piece.between && piece.since !== null && until - piece.since <= filter.durationMs
}

function shortCounts({ longer }: OpenPiece, filter: Channel['filter']): 0 | 1 {
  return filter === null || filter.value === -1 ? longer : filter.value
}

/** The instant up to which it is decided how a channel counts, as seen at `at`; what changed at `at` may yet be undone. */
function decidedUntil(state: ChannelState, { filter }: Channel, at: number): number {
  const piece = state.since === at && state.before !== null ? state.before : state
  return isShort(piece, filter, at) ? (piece.since ?? at) : at
}

/** Power or device go: the open pieces end at `at`, and short ones count as such. */
export function endPieces({ channels }: InputChannels, states: readonly ChannelState[], at: number): void {
  for (const [i, state] of states.entries()) {
    const filter = channels[i]?.filter ?? null
    if (isShort(state, filter, at)) state.after = shortCounts(state, filter)
  }
}

/** Up to here it is decided what inputs say, as seen at `at`. */
export function inputsDecidedUntil(inputs: InputChannels, states: readonly ChannelState[], at: number): number {
  return inputs.channels.reduce((least, channel, i) => {
    const state = states[i]
    return state === undefined ? least : Math.min(least, decidedUntil(state, channel, at))
  }, at)
}

/** The instants at which time alone may change what inputs say. */
export function inputPasses(inputs: InputChannels, states: readonly ChannelState[]): number[] {
  return inputs.channels.flatMap(({ filter }, i) => {
    const { after = null, since = null } = states[i] ?? {}
    return filter === null || after === null || since === null ? [] : [since + filter.durationMs + 1]
  })
}

/** What inputs say from `from` up to `until` as seen at `at`; the last piece ends at `until`. */
export function inputPieces(
  inputs: InputChannels,
  states: readonly ChannelState[],
  { from, until, at }: { from: number | null; until: number; at: number },
): { status: Status; to: number }[] {
  const start = from ?? Number.NEGATIVE_INFINITY
  const counted = states.map((state, i) => [
    ...state.past,
    { from: state.since, level: openCounts(state, inputs.channels[i], at) },
  ])
  const edges = new Set(counted.flat().map((one) => one.from ?? start))
  const instants = [start, ...[...edges].filter((edge) => edge > start && edge < until).sort((a, b) => a - b)]
  return instants.map((instant, i) => {
    const levels = counted.map((one) => one.findLast(({ from }) => from === null || from <= instant)?.level ?? null)
    const running = holds(inputs.running, levels) && !holds(inputs.down, levels)
    return { status: running ? RUNNING : DOWN, to: instants[i + 1] ?? until }
  })
}

/** After a short piece it counts as that did until the filter's duration has passed. */
function openCounts(state: ChannelState, channel: Channel | undefined, at: number): 0 | 1 | null {
  return state.after !== null && isShort(state, channel?.filter ?? null, at) ? state.after : state.level
}

/** Unknown is 0, but an expression of which no input was told yet does not hold. */
function holds(any: InputChannels['running'], levels: readonly (0 | 1 | null)[]): boolean {
  if (any.every((all) => all.every(({ channel }) => levels[channel] === null))) return false
  return any.some((all) => all.every(({ channel, level }) => (levels[channel] ?? 0) === level))
}

/** Forgets pieces that end at or before `until`, and beyond `most` the oldest. */
export function forgetPieces(states: readonly ChannelState[], until: number, most: number): void {
  for (const state of states) {
    const endOf = (i: number) => state.past[i + 1]?.from ?? state.since ?? Number.POSITIVE_INFINITY
    let gone = Math.max(0, state.past.length - most)
    // The last one may yet be undone into.
    while (gone < state.past.length - 1 && endOf(gone) <= until) gone++
    if (gone > 0) state.past.splice(0, gone)
  }
}
