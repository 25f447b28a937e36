import { hourMarks } from '../lib/zoned.ts'
import type { Window } from './span.ts'

const HOUR_STEPS = [1, 2, 3, 4, 6, 12]
/** Room of one mark: the hour, and some air. */
const MARK_PX = 54
const hourMs = 3_600_000

/** Marks of the time axis: whole local hours, at most one per 54 px; nearer than that, even parts of an hour. */
export function timeMarks(window: Window, zone: string, width: number): number[] {
  const room = Math.max(2, Math.floor(width / MARK_PX))
  const span = window.to - window.from
  const step = HOUR_STEPS.find((hours) => span / (hours * hourMs) <= room) ?? 24
  if (span / hourMs > 3) return hourMarks(window.from, window.to, zone, step)
  const minutes = [1, 2, 5, 10, 15, 30].find((candidate) => span / (candidate * 60_000) <= room) ?? 60
  const stepMs = minutes * 60_000
  const first = Math.ceil(window.from / stepMs) * stepMs
  return Array.from(
    { length: Math.max(0, Math.ceil((window.to - first) / stepMs)) },
    (_, index) => first + index * stepMs,
  )
}
