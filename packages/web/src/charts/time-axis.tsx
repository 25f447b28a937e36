import './charts.css'
import { useRef } from 'react'
import { useWidth } from '../ui/use-size.ts'
import type { Window } from './span.ts'
import { markWords, timeMarks } from './time-marks.ts'

/** Half the width of a letter or figure of a mark, whose middle is at its instant. */
const HALF_LETTER_PX = 3.6

/** The hours under a timeline, of the machine's zone. */
export function TimeAxis({ window, zone }: { window: Window; zone: string }) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const marks = width === 0 ? [] : timeMarks(window, zone, width)
  const toX = (at: number): number => ((at - window.from) / (window.to - window.from)) * width
  // Nearer to an end a mark would be cut.
  const fits = ({ at, words }: { at: number; words: string }): boolean => {
    const edge = words.length * HALF_LETTER_PX
    return toX(at) >= edge && toX(at) <= width - edge
  }
  return (
    <div ref={box} className="time-axis" aria-hidden="true">
      {marks
        .map((at) => ({ at, words: markWords(at, window, zone) }))
        .filter(fits)
        .map(({ at, words }) => (
          <span key={at} className="time-axis-mark" style={{ left: toX(at) }}>
            {words}
          </span>
        ))}
    </div>
  )
}
