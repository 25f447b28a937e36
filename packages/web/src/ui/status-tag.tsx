import './status.css'
import { useNow } from '../lib/clock.ts'
import { compactDuration, duration } from '../lib/format.ts'
import { NOT_SCHEDULED, type StatusKey, statusText } from './status.ts'
import { StatusMark } from './status-mark.tsx'

interface StatusTagProps {
  status: StatusKey
  /** Start of the status, epoch ms; without it no duration is shown. */
  since?: number | undefined
  /** True for a machine that stands outside its schedule: the tag says so, in grey-blue. */
  quiet?: boolean
  /** True: the whole duration from days to seconds, not only its largest part. */
  large?: boolean
}

/** Icon and name of a status, and its duration since `since`, updated every second. */
export function StatusTag({ status, since, quiet = false, large = false }: StatusTagProps) {
  const time = since !== undefined && <TimeIn since={since} whole={large} />
  return (
    <span
      className={`inline one-line status-tag status-${quiet ? 'quiet' : status}${large ? ' status-tag-large' : ''}`}
      data-status={status}
      data-quiet={quiet}
    >
      <StatusMark status={status} quiet={quiet} size={11} />
      <span className="strong status-tag-word">{quiet ? NOT_SCHEDULED : statusText[status]}</span>
      {quiet ? (
        <span className="muted status-tag-state">
          · {statusText[status].toLowerCase()} {time}
        </span>
      ) : (
        time
      )}
    </span>
  )
}

function TimeIn({ since, whole }: { since: number; whole: boolean }) {
  const elapsedMs = useNow() - since
  return <span className="muted">{whole ? duration(elapsedMs) : compactDuration(elapsedMs)}</span>
}
