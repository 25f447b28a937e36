import { DAY_MS, HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { isMidnight, minuteOfDay, monthOf, shortDay } from '../lib/dates.ts'
import { dayIn, dayMarks, hourMarks, monthMarks } from '../lib/zoned.ts'
import type { Window } from './span.ts'

const MINUTE_STEPS = [1, 2, 5, 10, 15, 30]
const HOUR_STEPS = [1, 2, 3, 4, 6, 12]
const DAY_STEPS = [1, 2, 7, 14]
const MONTH_STEPS = [1, 2, 3, 6, 12]
/** Least room for one label of the axis, px. */
const MARK_PX = 54
/** Average width of a character of a label, px. */
const LETTER_PX = 7.2
/** Space between two labels, px. */
const GAP_PX = 18
/** Least space between a label and the label at the end of the axis, px. */
const END_GAP_PX = 6
/** Longest window whose labels can be hours; longer ones have days, ms. */
const HOURS_UP_TO_MS = 4 * DAY_MS

const fitting = (steps: readonly number[], span: number, unitMs: number, room: number): number | undefined =>
  steps.find((step) => span / (step * unitMs) <= room)

/**
 * Returns the instants (epoch ms) of the labels of a time axis that is `width` px wide, ascending: steps of minutes, hours,
 * days or months in `zone`, as small as the labels have room.
 */
export function timeMarks(window: Window, zone: string, width: number): number[] {
  const { from, to } = window
  const markPx = Math.max(MARK_PX, minuteOfDay(to, zone).length * LETTER_PX + GAP_PX)
  const room = Math.max(2, Math.floor(width / markPx))
  const span = to - from
  if (span <= 3 * HOUR_MS) return minuteMarks(window, fitting(MINUTE_STEPS, span, MINUTE_MS, room) ?? 60)
  const hours = fitting(HOUR_STEPS, span, HOUR_MS, room)
  if (span <= HOURS_UP_TO_MS && hours !== undefined) return hourMarks(from, to, zone, hours)
  const days = fitting(DAY_STEPS, span, DAY_MS, room)
  if (days !== undefined && span < 190 * DAY_MS) return dayMarks(from, to, zone, days)
  return monthMarks(from, to, zone, fitting(MONTH_STEPS, span, 30 * DAY_MS, room) ?? 12)
}

function minuteMarks({ from, to }: Window, minutes: number): number[] {
  const stepMs = minutes * MINUTE_MS
  const first = Math.ceil(from / stepMs) * stepMs
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / stepMs)) }, (_, index) => first + index * stepMs)
}

/**
 * Returns the label of a mark: the time of day in windows of up to 4 days, replaced by the day at midnight if they are longer
 * than 1.5 days. In longer windows it is the day, and from 190 days on the month, or the year in January.
 */
export function markWords(at: number, { from, to }: Window, zone: string): string {
  const span = to - from
  const minute = minuteOfDay(at, zone)
  if (!isMidnight(at, zone) && span <= HOURS_UP_TO_MS) return minute
  if (span <= 1.5 * DAY_MS) return minute
  if (span < 190 * DAY_MS) return shortDay(at, zone)
  const [year = '', month] = dayIn(at, zone).split('-')
  return month === '01' ? year : monthOf(at, zone)
}

/** Returns the marks whose labels fit between the labels at both ends of an axis of `width` px, in order. */
export function marksBetweenEnds(marks: readonly number[], window: Window, zone: string, width: number): number[] {
  const letters = Math.max(...[window.from, window.to].map((at) => markWords(at, window, zone).length))
  return wholeMarks(marks, window, zone, width, -(letters * LETTER_PX + END_GAP_PX))
}

/**
 * Returns the marks whose labels fit between the ends of an axis of `width` px, in order. A label may extend `room` px beyond the
 * ends, or if that is negative must keep this distance.
 */
export function wholeMarks(marks: readonly number[], window: Window, zone: string, width: number, room = 0): number[] {
  const pixelsPerMs = width / (window.to - window.from)
  return marks.filter((at) => {
    // Labels are centred on their instant.
    const half = (markWords(at, window, zone).length * LETTER_PX) / 2 - room
    const x = (at - window.from) * pixelsPerMs
    return x >= half && x <= width - half
  })
}
