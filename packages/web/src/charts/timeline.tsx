import './charts.css'
import { useEffect, useRef, useState } from 'react'
import { useWidth } from '../ui/use-size.ts'
import { paintTimeline } from './paint-timeline.ts'
import type { Piece, ShiftSpan } from './piece.ts'
import { type Span, spanAt, type Window } from './span.ts'
import { useColours } from './theme.ts'
import { Tip } from './tip.tsx'
import { useDrag, xOf } from './use-drag.ts'

interface TimelineProps {
  spans: readonly Piece[]
  /** Their strip stands above; undefined: not shown. */
  shifts?: readonly ShiftSpan[] | undefined
  window: Window
  height: number
  /** Words of the whole, for those who do not see it. */
  label: string
  /** What the tip says of a piece (undefined: no data) at an instant. */
  tip: (span: Piece | undefined, at: number) => React.ReactNode
  /** Called with the piece that was clicked. */
  onChoose?: ((span: Piece | undefined) => void) | undefined
  /** Called with what was dragged over. */
  onZoom?: ((window: Window) => void) | undefined
  /** The piece to mark by a frame. */
  marked?: Span | undefined
}

/** A status timeline on one canvas, with a tip under the pointer. */
export function Timeline({ spans, shifts, window, height, label, tip, onChoose, onZoom, marked }: TimelineProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const colours = useColours()
  const width = useWidth(box)
  const [x, setX] = useState<number>()
  const toAt = (px: number): number => window.from + (px / Math.max(1, width)) * (window.to - window.from)
  const drag = useDrag(
    (left, right) => onZoom?.({ from: toAt(left), to: toAt(right) }),
    (px) => onChoose?.(spanAt(spans, toAt(px))),
  )
  useEffect(() => {
    if (canvas.current !== null && width > 0) paintTimeline(canvas.current, spans, window, colours, shifts)
  }, [spans, shifts, window, colours, width])
  const at = x === undefined || width === 0 ? undefined : toAt(x)
  return (
    <div
      ref={box}
      className="timeline"
      style={{ height }}
      {...(onZoom === undefined && onChoose === undefined ? {} : drag.handlers)}
      onPointerMove={(event) => {
        setX(xOf(event))
        if (onZoom !== undefined) drag.handlers.onPointerMove(event)
      }}
      onPointerLeave={() => setX(undefined)}
    >
      <canvas ref={canvas} role="img" aria-label={label} className="timeline-canvas" />
      {marked !== undefined && width > 0 && <Mark span={marked} window={window} width={width} />}
      {drag.range !== undefined && <div className="drag-range" style={drag.range} />}
      {at !== undefined && x !== undefined && (
        <Tip x={x} width={width}>
          {tip(spanAt(spans, at), at)}
        </Tip>
      )}
    </div>
  )
}

function Mark({ span, window, width }: { span: Span; window: Window; width: number }) {
  const toX = (at: number): number =>
    Math.min(width, Math.max(0, ((at - window.from) / (window.to - window.from)) * width))
  const left = toX(span.from)
  return (
    <div
      className="timeline-mark"
      style={{ left: left - 2, width: Math.max(2, toX(span.to ?? window.to) - left) + 4 }}
    />
  )
}
