import './charts.css'
import { useEffect, useRef, useState } from 'react'
import { paintTimeline } from './paint-timeline.ts'
import { type Span, spanAt, type Window } from './span.ts'
import { useColours } from './theme.ts'
import { Tip } from './tip.tsx'
import { useWidth } from './use-size.ts'

interface TimelineProps {
  spans: readonly Span[]
  window: Window
  height: number
  /** Words of the whole, for those who do not see it. */
  label: string
  /** What the tip says of a piece (undefined: no data) at an instant. */
  tip: (span: Span | undefined, at: number) => React.ReactNode
}

/** A status timeline on one canvas, with a tip under the pointer. */
export function Timeline({ spans, window, height, label, tip }: TimelineProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const colours = useColours()
  const width = useWidth(box)
  const [x, setX] = useState<number>()
  useEffect(() => {
    if (canvas.current !== null && width > 0) paintTimeline(canvas.current, spans, window, colours)
  }, [spans, window, colours, width])
  const at = x === undefined || width === 0 ? undefined : window.from + (x / width) * (window.to - window.from)
  return (
    <div
      ref={box}
      className="timeline"
      style={{ height }}
      onPointerMove={event => setX(event.clientX - event.currentTarget.getBoundingClientRect().left)}
      onPointerLeave={() => setX(undefined)}
    >
      <canvas ref={canvas} role="img" aria-label={label} className="timeline-canvas" />
      {at !== undefined && x !== undefined && (
        <Tip x={x} width={width}>
          {tip(spanAt(spans, at), at)}
        </Tip>
      )}
    </div>
  )
}
