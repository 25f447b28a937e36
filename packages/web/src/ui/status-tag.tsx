import './status.css'
import { useAgingNow } from '../lib/clock.ts'
import { briefDuration, compactDuration, duration } from '../lib/format.ts'
import { NOT_SCHEDULED, type StatusKey, statusText } from './status.ts'
import { StatusMark } from './status-mark.tsx'

interface StatusTagProps {
  status: StatusKey
  /** Start of the status, epoch ms; without it no duration is shown. */
  since?: number | undefined
  /**
   * True for a quiet machine, which does not run and is not scheduled: the tag then begins with `Not scheduled` and is grey-blue.
   */
  quiet?: boolean
  /** True for the whole duration from days to seconds; false for a short one, as `compactDuration` writes it. */
  large?: boolean
}

/**
 * Icon and name of a status, and the time since `since` (epoch ms), which counts on every second and stands still while the
 * connection is lost. `quiet`: the machine is not scheduled, so the tag says this first, without colour. `large`: larger, with
 * the time in full.
 */
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

/**
 * Tag of a machine whose device was silent for more than 300 s since `contactAt` (epoch ms), while it is not known yet if it is
 * offline: the time without contact, and the status that it had last.
 */
export function NoContactTag({ contactAt, last }: { contactAt: number; last: StatusKey }) {
  const silentMs = useAgingNow() - contactAt
  return (
    <span className="inline one-line status-tag status-unknown status-tag-large" data-status="unknown">
      <StatusMark status="unknown" size={11} />
      <span className="strong status-tag-word">No contact for {briefDuration(silentMs)}</span>
      <span className="muted">last {statusText[last].toLowerCase()}</span>
    </span>
  )
}

function TimeIn({ since, whole }: { since: number; whole: boolean }) {
  const elapsedMs = useAgingNow() - since
  return <span className="muted">{whole ? duration(elapsedMs) : compactDuration(elapsedMs)}</span>
}
