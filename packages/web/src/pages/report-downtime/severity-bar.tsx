import { severity, severityLength } from '@millwatch/domain/stops'
import { briefDuration } from '../../lib/format.ts'

interface SeverityBarProps {
  /** Scheduled part of a stop, ms. `thresholdMs` is the threshold at its start. */
  scheduledMs: number
  thresholdMs: number
}

/** Bar whose full length is four times the threshold, with a stroke at the threshold; the longer it is, the deeper is its red. */
export function SeverityBar({ scheduledMs, thresholdMs }: SeverityBarProps) {
  const style = {
    '--length': `${100 * severityLength(scheduledMs, thresholdMs)}%`,
    '--depth': `${40 + 60 * severity(scheduledMs, thresholdMs)}%`,
  }
  const times = thresholdMs > 0 ? `${(scheduledMs / thresholdMs).toFixed(1)} times the threshold of` : 'Threshold of'
  return (
    <span className="severity" style={style as React.CSSProperties} title={`${times} ${briefDuration(thresholdMs)}`} />
  )
}
