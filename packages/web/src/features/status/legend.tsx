import './legend.css'
import { TimelineSwatch } from '../../charts/timeline-swatch.tsx'
import { NOT_SCHEDULED, statusKeys, statusText } from '../../ui/status.ts'

const names = ['No data', ...statusKeys.map((key) => statusText[key])]
const DOWN_OUTSIDE = 2

export function Legend() {
  return (
    <ul className="note wrap legend" aria-label="Legend">
      {[1, 2, 3, 4, 0].map((status) => (
        <li key={status} className="inline">
          <TimelineSwatch status={status} className="legend-swatch" /> {names[status]}
        </li>
      ))}
      <li className="inline">
        <TimelineSwatch status={DOWN_OUTSIDE} quiet className="legend-swatch" /> {NOT_SCHEDULED}
      </li>
    </ul>
  )
}
