import { MAX_READING } from '@millwatch/contract/devices'

/**
 * Cycle or reading of a series; a value that the device did not send is NaN, and so is a reading outside the limits of the
 * contract, which older versions stored.
 */
export interface SeriesPoint {
  /** Instant, epoch ms. */
  at: number
  deviceId: number
  /** Number of cycles; 0 for a reading, and for a cycle of a device that is not the primary. */
  count: number
  /** Mark of the cycle: `STARTUP`, `OUTLIER` or 0 for none. */
  marks: number
  /** True when the device sent the cycle time. Else `cycleMs` is derived, and is used for averages only, or NaN. */
  isCycleTimeSent: boolean
  cycleMs: number
  temperature1: number
  analogIn1: number
}

/**
 * Number of values of the flags, which are below the count in the packed double: marks, sent or derived cycle time, reading,
 * count stored separately.
 */
const FLAGS = 16
const HAS_CYCLE_TIME = 1
export const READING = 6
export const COUNT_FOLLOWS = 8
/**
 * Least count that is stored in a double of its own, because the packed double has 19 bits for the count (30 are for the instant,
 * 4 for flags).
 */
export const FOLLOWS_FROM = 2 ** 19
/** Factor of the instant in the packed double; number of cycles and flags are added to the product. */
export const BELOW_INSTANT = FOLLOWS_FROM * FLAGS

/** Returns a stored reading; NaN when it is outside the limits of the contract, since sums of it may not be finite. */
const readingOf = (value: number): number => (Math.abs(value) <= MAX_READING ? value : Number.NaN)

/**
 * Calls `take` with each of the packed points; the point object is reused. A point has four big-endian doubles: ms since `start`,
 * count and flags packed in one; cycle time; temperature; analog value. An int64 with the device follows unless `onlyDevice` is
 * set, then the count if it did not fit.
 */
export function takePoints(
  bytes: Buffer,
  { start, onlyDevice }: { start: number; onlyDevice: number | null },
  take: (point: SeriesPoint) => void,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const point: SeriesPoint = {
    at: 0,
    deviceId: onlyDevice ?? 0,
    count: 0,
    marks: 0,
    isCycleTimeSent: false,
    cycleMs: 0,
    temperature1: 0,
    analogIn1: 0,
  }
  for (let at = 0; at < bytes.byteLength; ) {
    const packed = view.getFloat64(at)
    const afterMs = Math.floor(packed / BELOW_INSTANT)
    const below = packed - afterMs * BELOW_INSTANT
    const flags = below % FLAGS
    const isReading = flags === READING
    point.at = start + afterMs
    point.count = isReading ? 0 : Math.floor(below / FLAGS)
    point.marks = isReading ? 0 : (flags % COUNT_FOLLOWS) >> 1
    point.isCycleTimeSent = !isReading && flags % 2 === HAS_CYCLE_TIME
    point.cycleMs = isReading ? Number.NaN : view.getFloat64(at + 8)
    point.temperature1 = readingOf(view.getFloat64(at + 16))
    point.analogIn1 = readingOf(view.getFloat64(at + 24))
    at += 32
    if (onlyDevice === null) {
      point.deviceId = view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4)
      at += 8
    }
    if (flags >= COUNT_FOLLOWS) {
      point.count = view.getFloat64(at)
      at += 8
    }
    take(point)
  }
}
