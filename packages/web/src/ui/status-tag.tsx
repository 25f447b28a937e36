import './status.css'
import { useNow } from '../lib/clock.ts'
import { compactDuration, duration } from '../lib/format.ts'
import { type StatusKey, statusText } from './status.ts'
import { StatusMark } from './status-mark.tsx'

interface StatusTagProps {
  status: StatusKey
  /** When it began, epoch ms; without it no time is shown. */
  since?: number | undefined
  /** All of days to seconds instead of the largest only. */
  large?: boolean
}

/** Icon, word and the time in it, ticking. */
export function StatusTag({ status, since, large = false }: StatusTagProps) {
  return (
    <span className={`status-tag status-${status}${large ? ' status-tag-large' : ''}`} data-status={status}>
      <StatusMark status={status} size={11} />
      <span className="status-tag-word">{statusText[status]}</span>
      {since !== undefined && <TimeIn since={since} whole={large} />}
    </span>
  )
}

function TimeIn({ since, whole }: { since: number; whole: boolean }) {
  const elapsedMs = useNow() - since
  return <span className="status-tag-time">{whole ? duration(elapsedMs) : compactDuration(elapsedMs)}</span>
}
