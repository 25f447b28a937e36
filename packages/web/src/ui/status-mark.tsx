import './status.css'
import { type StatusKey, stateText } from './status.ts'

const shapes: Record<StatusKey, React.ReactNode> = {
  running: <path d="M4 2.2 13.5 8 4 13.8z" />,
  down: <rect x="3" y="3" width="10" height="10" rx="1.2" />,
  offline: <path d="M9.6.8 2.8 9.2h4L5.9 15.2l7.3-8.8H9L9.6.8z" />,
  'powered-off': (
    <g fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round">
      <path d="M8 1.8v5.6" />
      <path d="M4.9 4a5.2 5.2 0 1 0 6.2 0" />
    </g>
  ),
  unknown: <circle cx="8" cy="8" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.4 2" />,
}

const solid = { fill: 'currentColor' } as const
const hollow = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.7, strokeLinejoin: 'round' } as const

/**
 * Icon of a status in its colour, hollow and in grey-blue for a quiet machine; `size` in px. With `labelled` screen readers get
 * its name, for places without a text beside it.
 */
export function StatusMark({
  status,
  quiet = false,
  labelled = false,
  size = 12,
}: {
  status: StatusKey
  quiet?: boolean
  labelled?: boolean
  size?: number
}) {
  const name = labelled
    ? ({ role: 'img', 'aria-label': stateText(status, quiet) } as const)
    : ({ 'aria-hidden': true } as const)
  return (
    <svg
      className={`status-mark status-${quiet ? 'quiet' : status}`}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      {...(quiet ? hollow : solid)}
      {...name}
    >
      {shapes[status]}
    </svg>
  )
}
