import './detail.css'
import './legend.css'
import type { ShiftSpan } from '../../charts/segment.ts'
import type { Window } from '../../charts/span.ts'
import { shiftNames } from '../../ui/shifts.ts'

const SHIFTS = [1, 2, 3] as const

/** Legend of the colours of the shifts 1 to 3 that overlap the window; nothing if there is no such shift. */
export function ShiftLegend({ shifts, window }: { shifts: readonly ShiftSpan[]; window: Window }) {
  const there = new Set<number>(
    shifts.filter(({ from, to }) => from < window.to && to > window.from).map(({ shift }) => shift),
  )
  return <Shifts shown={SHIFTS.filter((shift) => there.has(shift))} />
}

/** Legend of the colours of the shifts 1 to 3, for charts of many machines. */
export const AllShiftsLegend = () => <Shifts shown={SHIFTS} />

function Shifts({ shown }: { shown: readonly (typeof SHIFTS)[number][] }) {
  if (shown.length === 0) return null
  return (
    <ul className="note wrap legend" aria-label="Shifts">
      {shown.map((shift) => (
        <li key={shift} className="inline">
          <span className={`swatch swatch-bar shift-${shift}`} /> {shiftNames[shift]}
        </li>
      ))}
    </ul>
  )
}
