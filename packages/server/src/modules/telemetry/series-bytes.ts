/** Marks of a cycle, as stored. */
export const STARTUP = 1
export const OUTLIER = 2

/** One event of a series; a value it does not bear is NaN. */
export interface SeriesPoint {
  /** Epoch ms. */
  at: number
  deviceId: number
  /** Cycles it counts; 0 for a reading, and for a cycle of a device that is not the primary. */
  count: number
  /** `STARTUP`, `OUTLIER` or 0. */
  marks: number
  /** Whether `cycleMs` was told; else it is derived, which enters averages only. */
  isTold: boolean
  cycleMs: number
  temperature1: number
  analogIn1: number
}

const POINT_BYTES = 44
/** Below the count: told or not, marks, reading or cycle. */
const FLAGS = 16
const TOLD = 1
const READING = 8

/**
 * Reads points of 44 bytes each, big-endian: ms since `start` (int32), device (int64), count x 16 + flags, cycle time,
 * temperature and analog (float64). The point is reused from one call to the next.
 */
export function takePoints(bytes: Buffer, start: number, take: (point: SeriesPoint) => void): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const point: SeriesPoint = {
    at: 0,
    deviceId: 0,
    count: 0,
    marks: 0,
    isTold: false,
    cycleMs: 0,
    temperature1: 0,
    analogIn1: 0,
  }
  for (let at = 0; at < bytes.byteLength; at += POINT_BYTES) {
    const packed = view.getFloat64(at + 12)
    const isReading = packed === READING
    point.at = start + view.getInt32(at)
    point.deviceId = view.getUint32(at + 4) * 2 ** 32 + view.getUint32(at + 8)
    point.count = isReading ? 0 : Math.floor(packed / FLAGS)
    point.marks = isReading ? 0 : (packed % FLAGS) >> 1
    point.isTold = !isReading && packed % 2 === TOLD
    point.cycleMs = isReading ? Number.NaN : view.getFloat64(at + 20)
    point.temperature1 = view.getFloat64(at + 28)
    point.analogIn1 = view.getFloat64(at + 36)
    take(point)
  }
}
