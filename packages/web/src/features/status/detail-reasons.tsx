import { useRef } from 'react'
import type { Piece } from '../../charts/piece.ts'
import type { Window } from '../../charts/span.ts'
import { useWidth } from '../../ui/use-size.ts'

interface ReasonStripProps {
  stretches: readonly Piece[]
  window: Window
  onChoose: (stretch: Piece) => void
}

/** Narrower than this no word is read. */
const LEAST_PX = 40

/** Why the machine stood, under the stops that are wide enough to bear a word; no room is taken where there is none to read. */
export function ReasonStrip({ stretches, window, onChoose }: ReasonStripProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const given = stretches.filter(({ reason }) => reason !== undefined)
  const toX = (at: number): number =>
    Math.min(width, Math.max(0, ((at - window.from) / (window.to - window.from)) * width))
  const seen = given.flatMap((stretch) => {
    const left = toX(stretch.from)
    const wide = toX(stretch.to ?? window.to) - left
    return wide < LEAST_PX ? [] : [{ stretch, left, wide }]
  })
  return (
    <div ref={box} className={`detail-reasons${seen.length === 0 ? ' detail-reasons-unseen' : ''}`} aria-hidden="true">
      {seen.map(({ stretch, left, wide }) => (
        <button
          key={stretch.from}
          type="button"
          tabIndex={-1}
          className="detail-reason"
          style={{ left, width: wide }}
          title={stretch.reason}
          onClick={() => onChoose(stretch)}
        >
          {stretch.reason}
        </button>
      ))}
    </div>
  )
}
