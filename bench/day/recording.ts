import type { DeviceEvent } from '@millwatch/contract/devices'
import { HOUR_MS } from '@millwatch/domain/time'
import { readRecording, recordingPath } from '@millwatch/simulator/base/recording-file'
import type { Message } from '@millwatch/simulator/player/plan'

/**
 * Start of the recorded shift (epoch ms): a machining centre with 80 cycles, and seven stops of ten minutes or more, within eight
 * hours.
 */
const FROM = Date.parse('2019-06-04T10:46:13Z')
const MILL = 'cnc-mill'

/**
 * Returns a copy of an event whose distance from `first` and whose cycle time are divided by the factor; `first` becomes
 * `startAt`.
 */
function shortened(event: DeviceEvent, { factor, first, startAt }: Shortening): DeviceEvent {
  const moved = { ...event, t: Math.round(startAt + (event.t - first) / factor) }
  return moved.type === 'cycle' && moved.cycle_time ? { ...moved, cycle_time: moved.cycle_time / factor } : moved
}

interface Shortening {
  readonly factor: number
  /** Instant of the recording (epoch ms) that becomes `startAt`. */
  readonly first: number
  readonly startAt: number
}

/**
 * Returns the messages of the first hours of a recorded day, with all distances and durations divided by the factor, from
 * `startAt` (epoch ms) on. Messages without events in these hours are left out.
 */
export function shortenedDay(hours: number, factor: number, startAt: number): Message[] {
  const to = FROM + hours * HOUR_MS
  return readRecording(recordingPath(MILL)).flatMap(({ device, batch_id, sent_at, events }) => {
    const kept = (events as readonly DeviceEvent[]).filter(({ t }) => t >= FROM && t < to)
    if (kept.length === 0) return []
    const moved = kept.map((event) => shortened(event, { factor, first: FROM, startAt }))
    const afterMs = (sent_at - FROM) / factor
    return { device, afterMs, envelope: { batch_id, sent_at: Math.round(startAt + afterMs), events: moved } }
  })
}
