import './status-panel.css'
import { useEffect, useRef } from 'react'
import { paintTimeline } from '../../charts/paint-timeline.ts'
import { useColours } from '../../charts/theme.ts'
import { statusKeys, statusText } from '../../ui/status.ts'

const names = ['No data', ...statusKeys.map((key) => statusText[key])]

/** A swatch painted as the timeline paints it, pattern and all. */
function Swatch({ status }: { status: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const colours = useColours()
  useEffect(() => {
    const spans = status === 0 ? [] : [{ status, from: 0, to: null }]
    if (canvas.current !== null) paintTimeline(canvas.current, spans, { from: 0, to: 1 }, colours)
  }, [status, colours])
  return <canvas ref={canvas} className="legend-swatch" />
}

export function Legend() {
  return (
    <ul className="legend" aria-label="Legend">
      {[1, 2, 3, 4, 0].map((status) => (
        <li key={status} className="legend-item">
          <Swatch status={status} /> {names[status]}
        </li>
      ))}
    </ul>
  )
}
