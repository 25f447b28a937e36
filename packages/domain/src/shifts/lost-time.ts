import type { Range } from '../time/index.ts'
import type { Occurrence } from './occurrences.ts'

/** What was lost of an occurrence, in ms. */
export interface LostTime {
  /** From its start to the first running; the whole of it when the machine never ran; up to now while it goes on. */
  readonly lateStartMs: number
  /** From the last running to its end, once it is over; 0 before, and when the machine never ran. */
  readonly earlyShutdownMs: number
  /** It is over, and the machine never ran in it. */
  readonly isFull: boolean
  /** The first instant of running in it, and the end of the last; null: none. */
  readonly ranFrom: number | null
  readonly ranTo: number | null
}

/**
 * Lost time of an occurrence `[from, to)` that has begun by `now`; `running` ascending, in epoch ms, what is still going on
 * ending at `now`. Running within its breaks is running (domain, section 4).
 */
export function lostTime({ from, to }: Range, running: readonly Range[], now: number): LostTime {
  const end = Math.min(to, now)
  const ran = running.filter((one) => one.to > from && one.from < end)
  const [first] = ran
  const last = ran.at(-1)
  if (!first || !last)
    return { lateStartMs: end - from, earlyShutdownMs: 0, isFull: to <= now, ranFrom: null, ranTo: null }
  const ranFrom = Math.max(from, first.from)
  const ranTo = Math.min(end, last.to)
  return { lateStartMs: ranFrom - from, earlyShutdownMs: to <= now ? to - ranTo : 0, isFull: false, ranFrom, ranTo }
}

/**
 * What of an occurrence counts: its scheduled time inside the stretches in which the machine was heard of and active
 * (ascending, epoch ms), from the first to the last of it; null when none does. Its day stays (domain, section 4).
 */
export function countedOf(occurrence: Occurrence, counted: readonly Range[]): Occurrence | null {
  const pieces = occurrence.pieces.flatMap((piece) =>
    counted.flatMap((stretch) => {
      const from = Math.max(piece.from, stretch.from)
      const to = Math.min(piece.to, stretch.to)
      return from < to ? [{ ...piece, from, to }] : []
    }),
  )
  const [first] = pieces
  const last = pieces.at(-1)
  return first && last ? { ...occurrence, from: first.from, to: last.to, pieces } : null
}
