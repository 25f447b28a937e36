import type { DeviceEvent } from '@millwatch/contract/devices'

/**
 * A virtual machine: the events of its device are a pure function of its seed and the time range. History and live events come
 * from the same function, so they meet without a gap and without duplicates.
 */
export interface Machine {
  /** Returns the events with `from <= true time < to` (epoch ms), in order of true time. */
  events(from: number, to: number): DeviceEvent[]
}

/** Events of one local day, or of another span that a machine generates at once. */
export interface Piece {
  readonly from: number
  readonly to: number
  readonly events: readonly DeviceEvent[]
}

/** Returns the first index whose event is not before `at`. */
export function lowerBound(events: readonly DeviceEvent[], at: number): number {
  let low = 0
  let high = events.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((events[middle] as DeviceEvent).t < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Builds a machine from consecutive pieces; the last few pieces are cached. `pieceAt` must be pure. */
export function machineOfPieces(pieceAt: (at: number) => { key: number; make: () => Piece }): Machine {
  const kept = new Map<number, Piece>()
  const take = (at: number): Piece => {
    const { key, make } = pieceAt(at)
    const cached = kept.get(key)
    if (cached) return cached
    if (kept.size > 1) kept.clear()
    const piece = make()
    kept.set(key, piece)
    return piece
  }
  return {
    events(from, to) {
      const out: DeviceEvent[] = []
      for (let at = from; at < to; ) {
        const piece = take(at)
        const last = lowerBound(piece.events, to)
        for (let i = lowerBound(piece.events, at); i < last; i++) out.push(piece.events[i] as DeviceEvent)
        at = piece.to
      }
      return out
    },
  }
}
