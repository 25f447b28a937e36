import { useCallback, useRef } from 'react'
import { paintTimeline } from './paint-timeline.ts'
import { useColours } from './theme.ts'
import { usePainted } from './use-painted.ts'

const whole = { from: 0, to: 1 }

/**
 * Sample of a status for legends, with the colour and pattern of the timelines; status 0 is no data. With `quiet`, as it is
 * drawn outside the schedule.
 */
export function TimelineSwatch({
  status,
  quiet = false,
  className,
}: {
  status: number
  quiet?: boolean
  className: string
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const colours = useColours()
  usePainted(
    canvas,
    useCallback(
      (ready) => {
        const segments = status === 0 ? [] : [{ status, from: 0, to: null }]
        paintTimeline(ready, { segments, window: whole, colours, unscheduled: quiet ? [whole] : [] })
      },
      [status, quiet, colours],
    ),
  )
  return <canvas ref={canvas} className={className} />
}
