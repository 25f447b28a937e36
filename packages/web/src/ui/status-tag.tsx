import './status.css'
import { useNow } from '../lib/clock.ts'
import { compactDuration, duration } from '../lib/format.ts'
import { type StatusKey, statusText } from './status.ts'
import { StatusMark } from './status-mark.tsx'

interface StatusTagProps {
  status: StatusKey
  /** Start of the status, epoch ms; without it no duration is shown. */
  since?: number | undefined
  /** True: the whole duration from days to seconds, not only its largest part. */
  large?: boolean
}

/** Icon and name of a status, and its duration since `since`, updated every second. */
export function StatusTag({ status, since, large = false }: StatusTagProps) {
  return (
    <span
      className={`inline one-line status-tag status-${status}${large ? ' status-tag-large' : ''}`}
      data-status={status}
    >
      <StatusMark status={status} size={11} />
      <span className="strong status-tag-word">{statusText[status]}</span>
      {since !== undefined && <TimeIn since={since} whole={large} />}
    </span>
  )
}

function TimeIn({ since, whole }: { since: number; whole: boolean }) {
  const elapsedMs = useNow() - since
  return <span className="muted">{whole ? duration(elapsedMs) : compactDuration(elapsedMs)}</span>
}
