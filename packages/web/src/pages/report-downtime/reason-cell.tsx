import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allReasonsQuery, type DowntimeStop, downtimeKey } from '../../features/stops/downtime.ts'
import { ReasonField } from '../../features/stops/reason-field.tsx'
import { sendReason, useUnsentReason } from '../../features/stops/unsent-reasons.ts'
import { useReasonOutcome } from '../../features/stops/use-reason-outcome.ts'
import type { Writing } from '../../features/stops/use-writing.ts'
import type { Subject } from '../../scope/subject.ts'

interface ReasonCellProps {
  stop: DowntimeStop
  subject: Subject
  mayChange: boolean
}

/** Reason of a stop as text; a press turns it into a field. A reason that is not stored yet says so. */
export function ReasonCell({ stop, subject, mayChange }: ReasonCellProps) {
  const [isEditing, setEditing] = useState(false)
  const [wasEditing, setWasEditing] = useState(false)
  const unsent = useUnsentReason(stop.id)
  const { data: reasons } = useQuery(allReasonsQuery)
  const writing = useReasonWriting(stop, subject)
  const reasonId = unsent === undefined ? (stop.reason?.id ?? null) : unsent.reasonId
  const name = reasonId === stop.reason?.id ? stop.reason.name : reasons?.find(({ id }) => id === reasonId)?.name
  const open = (): void => {
    setEditing(true)
    setWasEditing(false)
  }
  const close = (): void => {
    setEditing(false)
    setWasEditing(true)
  }
  if (isEditing)
    return (
      <ReasonField
        stop={{ equipment_id: stop.machine.id, status_reason_id: reasonId, status_reason: name ?? null }}
        writing={{
          ...writing,
          write: (change, words) => {
            close()
            return writing.write(change, words)
          },
        }}
        opensAtOnce
        onLeave={(isByKey) => (isByKey ? close() : setEditing(false))}
      />
    )
  const words = name === undefined ? <span className="downtime-none">No reason</span> : <bdi>{name}</bdi>
  return (
    <span className="line">
      {mayChange ? (
        <button
          type="button"
          className="hoverable cut downtime-cell"
          data-edit="reason"
          aria-label={name === undefined ? 'No reason: give a reason' : `Reason: ${name}. Change it`}
          title={name}
          // biome-ignore lint/a11y/noAutofocus: the field in its place had the focus
          autoFocus={wasEditing}
          onClick={open}
        >
          {words}
        </button>
      ) : (
        <span className="cut block">{words}</span>
      )}
      {unsent !== undefined && (
        <span className="note cut dense caution">{unsent.isWaiting ? 'not saved yet' : 'saving'}</span>
      )}
    </span>
  )
}

/** Returns a way to write the reason of a stop that keeps it until the server has stored it. */
function useReasonWriting(stop: DowntimeStop, subject: Subject): Writing {
  const outcomeOf = useReasonOutcome(downtimeKey(subject))
  return {
    isBusy: false,
    write: (change) => {
      const given = {
        stopId: stop.id,
        machineName: stop.machine.name,
        reasonId: change.status_reason_id ?? null,
        beforeId: stop.reason?.id ?? null,
      }
      sendReason({ ...given, ...outcomeOf(given) })
      return Promise.resolve(true)
    },
  }
}
