import './charts.css'
import { useRef } from 'react'
import { useWidth } from '../ui/use-size.ts'
import type { Window } from './span.ts'
import { markWords, timeMarks, wholeMarks } from './time-marks.ts'

/** Labels of a time axis under a timeline, in the IANA zone `zone`; hidden from screen readers. */
export function TimeAxis({ window, zone }: { window: Window; zone: string }) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const marks = width === 0 ? [] : wholeMarks(timeMarks(window, zone, width), window, zone, width)
  const toX = (at: number): number => ((at - window.from) / (window.to - window.from)) * width
  return (
    <div ref={box} className="note anchor time-axis" aria-hidden="true">
      {marks.map((at) => (
        <span key={at} className="one-line time-axis-mark" style={{ left: toX(at) }}>
          {markWords(at, window, zone)}
        </span>
      ))}
    </div>
  )
}
