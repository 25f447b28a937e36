import type { ShiftEditFault, ShiftRow } from '@millwatch/domain/shifts'

const names = ['time without a shift', 'the first shift', 'the second shift', 'the third shift'] as const

/** Returns an instant (epoch ms) as local time of a zone, as `2026-03-08 22:00`, with seconds and ms only if they are not 0. */
function localTime(at: number, zone: string): string {
  const time = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime()
  const isWhole = time.second === 0 && time.millisecond === 0
  return time.toString({ smallestUnit: isWhole ? 'minute' : 'millisecond' }).replace('T', ' ')
}

const spanText = ({ startedAt, endedAt, zone }: ShiftRow) =>
  `from ${localTime(startedAt, zone)} to ${localTime(endedAt, zone)} (${zone})`

/**
 * Returns a text for a person that explains why an edit of shifts is impossible, with the machine. For an overlap it names the
 * other shift and its local time.
 */
export function faultText(machine: string, fault: ShiftEditFault): string {
  if (fault.kind === 'unknown')
    return `A shift of ${machine} that was to be changed is no longer there. Nothing was changed`
  if (fault.kind === 'empty') return `A shift of ${machine} would end before it starts. Nothing was changed`
  return `Overlaps with ${names[fault.over.shift]} of ${machine} ${spanText(fault.over)}. Nothing was changed`
}
