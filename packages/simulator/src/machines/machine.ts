import type { DeviceEvent } from '@millwatch/contract/devices'
import { firstIndex } from '@millwatch/domain/time'

/**
 * Virtual machine: the events of its device depend only on its seed and on the range of time, so history and live events join
 * without a gap and without duplicates.
 */
export interface Machine {
  /** Returns the events with `from <= true time < to` (epoch ms), in order of true time. */
  events(from: number, to: number): DeviceEvent[]
}

/** Events of a machine over a range of time that is generated at once, such as a local day: `from` to before `to`, epoch ms. */
export interface Piece {
  readonly from: number
  readonly to: number
  readonly events: readonly DeviceEvent[]
}

/**
 * Returns the index of the first event at or after `at` (epoch ms), by binary search; the length of the list when there is
 * none. `events` ascend.
 */
export function lowerBound(events: readonly DeviceEvent[], at: number): number {
  return firstIndex(events.length, (i) => (events[i] as DeviceEvent).t >= at)
}

/**
 * Returns a machine whose events are generated piece by piece; at most two pieces are cached, by `key`. `pieceAt` returns the key
 * and the maker of the piece that contains an instant (epoch ms), and must always return the same for one instant.
 */
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
