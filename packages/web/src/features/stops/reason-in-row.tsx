import { annotateStop } from '@millwatch/contract/http/stops'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../scope/rights.ts'
import { intervalQuery, type StatusInterval } from './queries.ts'
import { ReasonField } from './reason-field.tsx'
import { useWriting } from './use-writing.ts'

interface ReasonInRowProps {
  /** Id of the interval of the stop. */
  stopId: number
  reason: string | undefined
  /** Called after the reason changed. */
  onChanged: () => void
}

/** Reason of a stop in a row of a list; a press turns it into a field. Without the right it is text. */
export function ReasonInRow({ stopId, reason, onChanged }: ReasonInRowProps) {
  const mayChange = useMay()(annotateStop)
  const [isEditing, setEditing] = useState(false)
  // The row has the name of the reason only.
  const { data: stop, error } = useQuery({ ...intervalQuery(stopId), enabled: isEditing })
  const words = reason === undefined ? <span className="no-reason">No reason</span> : <bdi>{reason}</bdi>
  if (!mayChange) return words
  if (isEditing && stop !== undefined)
    return <Field stop={stop} onChanged={onChanged} onClose={() => setEditing(false)} />
  return (
    <>
      <button
        type="button"
        className="hoverable cut row-reason"
        aria-label={reason === undefined ? 'No reason: give a reason' : `Reason: ${reason}. Change it`}
        aria-busy={isEditing && error === null}
        title={reason}
        onClick={(event) => {
          event.stopPropagation()
          setEditing(true)
        }}
      >
        {words}
      </button>
      {isEditing && error !== null && <span className="note caution">{error.message}</span>}
    </>
  )
}

interface FieldProps {
  stop: StatusInterval
  onChanged: () => void
  onClose: () => void
}

function Field({ stop, onChanged, onClose }: FieldProps) {
  const writing = useWriting(stop.id, onChanged)
  return (
    <ReasonField
      stop={stop}
      writing={{
        ...writing,
        write: (change, words) => {
          onClose()
          return writing.write(change, words)
        },
      }}
      opensAtOnce
      onLeave={onClose}
    />
  )
}
