import './charts.css'
import { useRef } from 'react'
import { useWidth } from '../ui/use-size.ts'
import type { Window } from './span.ts'
import { marksBetweenEnds, markWords, timeMarks, wholeMarks } from './time-marks.ts'

interface TimeAxisProps {
  window: Window
  zone: string
  /** True if the two ends have a label too. */
  hasEnds?: boolean
}

/** Labels of a time axis under a timeline, in the IANA zone `zone`; hidden from screen readers. */
export function TimeAxis({ window, zone, hasEnds = false }: TimeAxisProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const fitting = hasEnds ? marksBetweenEnds : wholeMarks
  const marks = width === 0 ? [] : fitting(timeMarks(window, zone, width), window, zone, width)
  const toX = (at: number): number => ((at - window.from) / (window.to - window.from)) * width
  return (
    <div ref={box} className="note anchor time-axis" aria-hidden="true">
      {hasEnds && <span className="one-line">{markWords(window.from, window, zone)}</span>}
      {hasEnds && <span className="one-line time-axis-end">{markWords(window.to, window, zone)}</span>}
      {marks.map((at) => (
        <span key={at} className="one-line time-axis-mark" style={{ left: toX(at) }}>
          {markWords(at, window, zone)}
        </span>
      ))}
    </div>
  )
}
