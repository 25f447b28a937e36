import { annotateStop } from '@millwatch/contract/http/stops'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../scope/rights.ts'
import { Pick } from '../../ui/pick-field.tsx'
import { reasonOptions, reasonsQuery, type StatusInterval } from './queries.ts'
import type { Writing } from './use-writing.ts'

interface ReasonFieldProps {
  stop: Pick<StatusInterval, 'equipment_id' | 'status_reason_id' | 'status_reason'>
  writing: Writing
  /** True: the list of the field is open from the beginning and has the focus. */
  opensAtOnce?: boolean
  /** Called when the focus leaves the field, and with `isByKey` true at Escape while its list is closed. */
  onLeave?: ((isByKey: boolean) => void) | undefined
}

/**
 * Field that chooses or clears the reason of a stop. A choice is passed to `writing` at once, with the reason that the person
 * saw. For people who may not change it, it is plain text.
 */
export function ReasonField({ stop, writing, opensAtOnce, onLeave }: ReasonFieldProps) {
  const mayChange = useMay()(annotateStop)
  const { data: reasons, error } = useQuery({ ...reasonsQuery(stop.equipment_id), enabled: mayChange })
  const { status_reason_id: chosen, status_reason: name } = stop
  // Another person may give a reason while the list is open.
  const [seen, setSeen] = useState<number | null | undefined>(opensAtOnce ? chosen : undefined)
  if (!mayChange) return <span className="muted">{name === null ? 'No reason given' : <>Reason: {name}</>}</span>
  const offered = reasonOptions(reasons ?? [])
  // A reason deactivated later is still shown on the stop it was given for.
  const isOffered = chosen === null || (reasons ?? []).some(({ id }) => id === chosen)
  const options = isOffered ? offered : [{ value: String(chosen), label: name ?? '' }, ...offered]
  const give = (reason: number | null): void => {
    const given = reasons?.find(({ id }) => id === reason)?.name
    void writing.write(
      { status_reason_id: reason },
      {
        words: reason === null ? 'No reason for' : `Reason “${given ?? name}” for`,
        done: reason === null ? 'Reason cleared' : 'Reason saved',
        failed: 'Error setting the reason',
        expected: seen === undefined ? chosen : seen,
      },
    )
    setSeen(undefined)
  }
  return (
    <Pick
      aria-label="Reason of this stop"
      className="stop-reason"
      placeholder="Give a reason"
      value={chosen === null ? undefined : String(chosen)}
      options={options}
      loading={reasons === undefined && error === null}
      disabled={writing.isBusy}
      clearable
      opensAtOnce={opensAtOnce}
      onOpen={() => setSeen((before) => (before === undefined ? chosen : before))}
      onLeave={(isByKey) => {
        setSeen(undefined)
        onLeave?.(isByKey)
      }}
      empty={
        error?.message ?? (reasons?.length === 0 ? 'No reasons yet: an admin can add some' : 'No reason of that name')
      }
      onValue={(reason) => give(reason === undefined ? null : Number(reason))}
    />
  )
}
