import './charts.css'
import { useCallback, useRef, useState } from 'react'
import { mergeNarrow } from './merge-narrow.ts'
import { narrowShares } from './narrow-shares.ts'
import { paintTimeline } from './paint-timeline.ts'
import type { Segment, ShiftSpan } from './segment.ts'
import { type Span, spanAt, type Window } from './span.ts'
import { useColours } from './theme.ts'
import { Tip } from './tip.tsx'
import { useDrag, xOf } from './use-drag.ts'
import { usePainted } from './use-painted.ts'

/** Width below which segments are drawn as shares in plain colours, since a pattern needs room, px. */
const LEAST_PX = 6

interface TimelineProps {
  spans: readonly Segment[]
  /** Shifts for a strip at the top; undefined if they are not drawn. */
  shifts?: readonly ShiftSpan[] | undefined
  /** Time outside the schedule, in which statuses other than running are drawn low and pale. */
  unscheduled?: readonly Window[] | undefined
  window: Window
  height: number
  /** Text for screen readers that describes the whole timeline. */
  label: string
  /** Returns the content of the tooltip at an instant; `span` is undefined where there is no data. */
  tip: (span: Segment | undefined, at: number) => React.ReactNode
  /** Called with the segment that was clicked; undefined where there is no data. */
  onChoose?: ((span: Segment | undefined) => void) | undefined
  /** Called with the window that a person dragged over. */
  onZoom?: ((window: Window) => void) | undefined
  /** Segment to highlight with a frame. */
  marked?: Span | undefined
}

/**
 * Timeline of status on one canvas, with a tooltip at the pointer. A click calls `onChoose`, a drag calls `onZoom`; it has no
 * keyboard control.
 */
export function Timeline({
  spans,
  shifts,
  unscheduled,
  window,
  height,
  label,
  tip,
  onChoose,
  onZoom,
  marked,
}: TimelineProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const colours = useColours()
  const [pointer, setPointer] = useState<{ x: number; width: number }>()
  const toAt = (x: number): number => {
    const width = canvas.current?.offsetWidth ?? 0
    return window.from + (x / Math.max(1, width)) * (window.to - window.from)
  }
  const drag = useDrag(
    (left, right) => onZoom?.({ from: toAt(left), to: toAt(right) }),
    (px) => onChoose?.(spanAt(spans, toAt(px))),
  )
  usePainted(
    canvas,
    useCallback(
      (ready) => {
        const merged = mergeNarrow(spans, window, ready.width * ready.scale, unscheduled)
        const leastMs = (LEAST_PX * (window.to - window.from)) / ready.width
        const segments = narrowShares(merged, window, leastMs, unscheduled)
        paintTimeline(ready, { segments, window, colours, shifts, unscheduled })
      },
      [spans, window, colours, shifts, unscheduled],
    ),
  )
  const at = pointer && window.from + (pointer.x / Math.max(1, pointer.width)) * (window.to - window.from)
  return (
    <div
      className="anchor timeline"
      style={{ height }}
      {...(onZoom === undefined && onChoose === undefined ? {} : drag.handlers)}
      onPointerMove={(event) => {
        setPointer({ x: xOf(event), width: event.currentTarget.offsetWidth })
        if (onZoom !== undefined) drag.handlers.onPointerMove(event)
      }}
      onPointerLeave={() => setPointer(undefined)}
    >
      <canvas ref={canvas} role="img" aria-label={label} className="fill timeline-canvas" />
      {marked !== undefined && <Mark span={marked} window={window} />}
      {drag.range !== undefined && <div className="placed-mark drag-range" style={drag.range} />}
      {at !== undefined && pointer !== undefined && (
        <Tip x={pointer.x} width={pointer.width}>
          {tip(spanAt(spans, at), at)}
        </Tip>
      )}
    </div>
  )
}

function Mark({ span, window }: { span: Span; window: Window }) {
  const share = (at: number): number => Math.min(1, Math.max(0, (at - window.from) / (window.to - window.from))) * 100
  const left = share(span.from)
  const width = share(span.to ?? window.to) - left
  return (
    <div className="timeline-mark" style={{ left: `calc(${left}% - 2px)`, width: `calc(max(2px, ${width}%) + 4px)` }} />
  )
}
