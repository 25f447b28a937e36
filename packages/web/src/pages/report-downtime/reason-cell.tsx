import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allReasonsQuery, type DowntimeStop } from '../../features/stops/downtime.ts'
import { ReasonField } from '../../features/stops/reason-field.tsx'
import { UnsentMark, useUnsent } from '../../features/stops/unsent.tsx'
import type { Writing } from '../../features/stops/use-writing.ts'

interface ReasonCellProps {
  stop: DowntimeStop
  writing: Writing
  mayChange: boolean
}

/**
 * Reason of a stop as text (`…` until its name is read), with a mark if it is not stored yet. For people who may change it, a
 * press turns the text into a field.
 */
export function ReasonCell({ stop, writing, mayChange }: ReasonCellProps) {
  const [isEditing, setEditing] = useState(false)
  const [wasEditing, setWasEditing] = useState(false)
  const unsent = useUnsent(stop.id, 'reason')
  const { data: reasons } = useQuery(allReasonsQuery)
  const reasonId = unsent?.value === undefined ? (stop.reason?.id ?? null) : unsent.value
  const name =
    reasonId === null
      ? undefined
      : reasonId === stop.reason?.id
        ? stop.reason.name
        : (reasons?.find(({ id }) => id === reasonId)?.name ?? '…')
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
    <span className="downtime-unsent">
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
      <UnsentMark unsent={unsent} />
    </span>
  )
}
