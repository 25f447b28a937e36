import { severity, severityLength } from '@millwatch/domain/stops'
import { briefDuration } from '../../lib/format.ts'

interface SeverityBarProps {
  /** Scheduled part of a stop, and the threshold at its start, ms. */
  scheduledMs: number
  thresholdMs: number
}

/** Bar from 0 to four times the threshold, with a stroke at the threshold; its red deepens with its length. */
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
