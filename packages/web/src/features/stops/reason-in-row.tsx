import { annotateStop } from '@millwatch/contract/http/stops'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../scope/rights.ts'
import { allReasonsQuery } from './downtime.ts'
import { intervalQuery } from './queries.ts'
import { ReasonField } from './reason-field.tsx'
import { UnsentMark, useUnsent } from './unsent.tsx'
import { useWriting, type WrittenStop } from './use-writing.ts'

interface ReasonInRowProps {
  stop: WrittenStop
  /** Name of the stored reason; undefined: the stop has none. */
  reason: string | undefined
  /** Called after the reason was stored or refused. */
  onChanged: () => void
}

/**
 * Reason of a stop in a row of a list, as a button that a click turns into a field; plain text for people who may not change it.
 * It shows a reason that is not stored yet with its state.
 */
export function ReasonInRow({ stop, reason, onChanged }: ReasonInRowProps) {
  const mayChange = useMay()(annotateStop)
  const [isEditing, setEditing] = useState(false)
  // The row has the name of the reason only.
  const { data: details, error } = useQuery({ ...intervalQuery(stop.id), enabled: isEditing })
  const writing = useWriting(stop, onChanged)
  const { name, unsent } = useShownReason(stop.id, reason)
  const close = (): void => setEditing(false)
  const words = name === undefined ? <span className="small no-reason">No reason</span> : <bdi>{name}</bdi>
  if (!mayChange) return words
  if (isEditing && details !== undefined)
    return (
      <ReasonField
        stop={details}
        writing={{
          ...writing,
          write: (change, texts) => {
            close()
            return writing.write(change, texts)
          },
        }}
        opensAtOnce
        onLeave={close}
      />
    )
  return (
    <span className="line">
      <button
        type="button"
        className="hoverable cut row-reason"
        aria-label={name === undefined ? 'No reason: give a reason' : `Reason: ${name}. Change it`}
        aria-busy={isEditing && error === null}
        title={name}
        onClick={(event) => {
          event.stopPropagation()
          setEditing(true)
        }}
      >
        {words}
      </button>
      <UnsentMark unsent={unsent} />
      {isEditing && error !== null && <span className="note caution">{error.message}</span>}
    </span>
  )
}

/**
 * Returns the name of the reason that was given in this browser and is not stored yet, else of the stored one (undefined: none),
 * and the entry that is not stored. A name that is not read yet is that of the stored reason, or `…` without one.
 */
function useShownReason(stopId: number, stored: string | undefined) {
  const unsent = useUnsent(stopId, 'reason')
  const value = unsent?.value
  const { data: reasons } = useQuery({ ...allReasonsQuery, enabled: value != null })
  if (value === undefined) return { name: stored, unsent }
  return { name: value === null ? undefined : (reasons?.find(({ id }) => id === value)?.name ?? stored ?? '…'), unsent }
}
