import type { InputPlan, InputTerm, InputTerms } from '../devices/index.ts'
import { DOWN, RUNNING, type Status } from './types.ts'

/** Level of an input that counts from an instant on. `level` null: not known yet; `from` null: it has no beginning. */
interface Counted {
  readonly from: number | null
  readonly level: 0 | 1 | null
}

/** Piece of an input's level that is not over yet, with the facts that decide how it counts. */
interface OpenLevel {
  /** Level as sent last; null: the device has not sent one yet. */
  level: 0 | 1 | null
  /** Start of the piece (epoch ms); null: where this set-up begins to decide. */
  since: number | null
  /** True when the piece began with a change of level, and so may turn out to be short. */
  between: boolean
  /** Level as which the piece before counts, when that piece was short; null: it was not. */
  after: 0 | 1 | null
  /** Level of the last longer piece before this one. */
  longer: 0 | 1
}

/** State of one channel (an input with its filter) between two events, as a plain JSON value. */
export interface ChannelState extends OpenLevel {
  /** Pieces before the open one, with the levels as which they count; time that is not decided yet may still need them. */
  past: Counted[]
  /**
   * Open piece before the last change. When the level changes back in the same millisecond, it is restored, as if nothing had
   * changed.
   */
  before: OpenLevel | null
}

export interface Channel {
  readonly input: string
  readonly filter: InputTerm['filter']
}
interface ChannelTerm {
  readonly channel: number
  readonly level: 0 | 1
}

/**
 * Rule by which inputs decide, with each input and its filter as one channel. A condition holds when all terms of at least
 * one inner list hold; a term names its channel by index.
 */
export interface InputChannels {
  readonly channels: readonly Channel[]
  readonly running: readonly (readonly ChannelTerm[])[]
  readonly down: readonly (readonly ChannelTerm[])[]
}

/** Returns an input set-up as channels: terms with the same input and the same filter share one. */
export function channelsOf(plan: InputPlan): InputChannels {
  const channels: Channel[] = []
  const channelOf = ({ input, filter }: InputTerm): number => {
    const same = (channel: Channel) =>
      channel.input === input && JSON.stringify(channel.filter) === JSON.stringify(filter)
    const index = channels.findIndex(same)
    return index >= 0 ? index : channels.push({ input, filter }) - 1
  }
  const terms = (any: InputTerms) =>
    any.map((all) => all.map((term) => ({ channel: channelOf(term), level: term.level })))
  const running = terms(plan.running)
  return { channels, running, down: terms(plan.down) }
}

/** Returns true when an input at this level is a part of the condition for running, even if other inputs are needed too. */
export function meansRunning({ channels, running }: InputChannels, input: string, level: 0 | 1): boolean {
  return running.some((all) => all.some((term) => term.level === level && channels[term.channel]?.input === input))
}

/**
 * Returns new states of the channels for a set-up that begins to decide. `levels` are the levels that the device sent last;
 * an input without one is unknown.
 */
export function beginChannels({ channels }: InputChannels, levels: Readonly<Record<string, 0 | 1>>): ChannelState[] {
  return channels.map(({ input }) => {
    const level = levels[input] ?? null
    return { level, since: null, between: false, after: null, longer: level ?? 0, past: [], before: null }
  })
}

/**
 * Applies a level of an input, sent at `at` (epoch ms), to the state of a channel. An equal level changes nothing; a change
 * back in the same millisecond undoes the first change.
 */
export function setLevel(state: ChannelState, filter: Channel['filter'], at: number, level: 0 | 1): void {
  if (level === state.level) return
  if (state.between && state.since === at) undo(state)
  const { level: previous, since, between, after, longer } = state
  if (level === previous) return
  if (previous === null && level === 0) {
    // An unknown level counts as 0, so the level does not change; from now on it is known.
    state.past.push({ from: since, level: null })
    Object.assign(state, { level, since: at, before: null })
    return
  }
  const short = isShort(state, filter, at)
  const counts = short ? shortCounts(state, filter) : previous
  state.before = { level: previous, since, between, after, longer }
  state.past.push({ from: since, level: counts })
  state.after = short ? shortCounts(state, filter) : null
  state.longer = short ? longer : (previous ?? 0)
  state.level = level
  state.since = at
  state.between = true
}

/**
 * Restores the piece before the last change, as a level that lasted less than a millisecond never counts. Does nothing if no
 * piece is kept.
 */
function undo(state: ChannelState): void {
  if (state.before === null) return
  Object.assign(state, state.before)
  state.before = null
  state.past.pop()
}

function isShort(open: OpenLevel, filter: Channel['filter'], until: number): boolean {
  return filter !== null && open.between && open.since !== null && until - open.since <= filter.durationMs
}

function shortCounts({ longer }: OpenLevel, filter: Channel['filter']): 0 | 1 {
  return filter === null || filter.value === -1 ? longer : filter.value
}

/**
 * Returns the instant (epoch ms) up to which the level of a channel is decided, as seen at `at`: the start of the open piece
 * while that may still be short, else `at`. A change at `at` itself may still be undone, so the piece before counts as open.
 */
function decidedUntil(state: ChannelState, { filter }: Channel, at: number): number {
  const open = state.since === at && state.before !== null ? state.before : state
  return isShort(open, filter, at) ? (open.since ?? at) : at
}

/**
 * Decides in `states` how the open levels count up to `at` (epoch ms), because power or the device goes away: a short one
 * counts by its filter.
 */
export function endOpenLevels({ channels }: InputChannels, states: readonly ChannelState[], at: number): void {
  for (const [i, state] of states.entries()) {
    const filter = channels[i]?.filter ?? null
    if (isShort(state, filter, at)) state.after = shortCounts(state, filter)
  }
}

/**
 * Returns the instant (epoch ms) before which no later level of any input can change how the inputs count, as seen at `at`;
 * at most `at`.
 */
export function inputsDecidedUntil(inputs: InputChannels, states: readonly ChannelState[], at: number): number {
  return inputs.channels.reduce((least, channel, i) => {
    const state = states[i]
    return state === undefined ? least : Math.min(least, decidedUntil(state, channel, at))
  }, at)
}

/**
 * Returns the instants (epoch ms) at which the passing of time alone may change the result of the inputs: one ms after a
 * filter's duration. In no order.
 */
export function inputPasses(inputs: InputChannels, states: readonly ChannelState[]): number[] {
  return inputs.channels.flatMap(({ filter }, i) => {
    const { after = null, since = null } = states[i] ?? {}
    return filter === null || after === null || since === null ? [] : [since + filter.durationMs + 1]
  })
}

/**
 * Returns running or down, as inputs say, from `from` (null: the beginning) up to `until`, in pieces: each ends at `to`,
 * where the next begins, and two neighbours may have the same status. Unknown inputs give down. Short levels count as
 * seen at `at`. With an `until` at or before `from` there is one piece. All are epoch ms.
 */
export function statusesByInputs(
  inputs: InputChannels,
  states: readonly ChannelState[],
  { from, until, at }: { from: number | null; until: number; at: number },
): { status: Status; to: number }[] {
  const start = from ?? Number.NEGATIVE_INFINITY
  const counted = states.map((state, i) => [
    ...state.past,
    { from: state.since, level: openCounts(state, inputs.channels[i], at) },
  ])
  const edges = new Set(counted.flat().map((entry) => entry.from ?? start))
  const instants = [start, ...[...edges].filter((edge) => edge > start && edge < until).sort((a, b) => a - b)]
  return instants.map((instant, i) => {
    const levels = counted.map(
      (entries) => entries.findLast(({ from }) => from === null || from <= instant)?.level ?? null,
    )
    const running = holds(inputs.running, levels) && !holds(inputs.down, levels)
    return { status: running ? RUNNING : DOWN, to: instants[i + 1] ?? until }
  })
}

/**
 * Returns the level as which the open piece counts: its own, null when it is unknown. After a short piece it counts as that piece
 * did until it has lasted longer than the duration of the filter.
 */
function openCounts(state: ChannelState, channel: Channel | undefined, at: number): 0 | 1 | null {
  return state.after !== null && isShort(state, channel?.filter ?? null, at) ? state.after : state.level
}

/**
 * Returns true when an expression holds. An unknown level is 0, but an expression whose inputs are all unknown does not hold.
 */
function holds(any: InputChannels['running'], levels: readonly (0 | 1 | null)[]): boolean {
  if (any.every((all) => all.every(({ channel }) => levels[channel] === null))) return false
  return any.some((all) => all.every(({ channel, level }) => (levels[channel] ?? 0) === level))
}

/**
 * Removes from each channel in `states` (changes them) the past levels that end at or before `until` (epoch ms), and
 * its oldest ones beyond `most` per channel. The last one stays while `most` is above 0, because `undo` may restore it.
 */
export function forgetLevels(states: readonly ChannelState[], until: number, most: number): void {
  for (const state of states) {
    const endOf = (i: number) => state.past[i + 1]?.from ?? state.since ?? Number.POSITIVE_INFINITY
    let gone = Math.max(0, state.past.length - most)
    // The last piece is kept, because `undo` may restore it.
    while (gone < state.past.length - 1 && endOf(gone) <= until) gone++
    if (gone > 0) state.past.splice(0, gone)
  }
}
