import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { reasonsQuery, type StatusInterval } from './queries.ts'
import type { Writing } from './use-writing.ts'

interface ReasonFieldProps {
  stop: StatusInterval
  mayChange: boolean
  writing: Writing
}

/** Greatest height of the list, px (specification 2, section 9). */
const MOST_HEIGHT_PX = 400

/** Field for the reason of a stop: selects one of the offered reasons or clears it. */
export function ReasonField({ stop, mayChange, writing }: ReasonFieldProps) {
  const { data: reasons, error } = useQuery({ ...reasonsQuery(stop.equipment_id), enabled: mayChange })
  const { status_reason_id: chosen, status_reason: name } = stop
  if (!mayChange)
    return <span className="stretch-second">{name === null ? 'No reason given' : <>Reason: {name}</>}</span>
  const offered = (reasons ?? []).map((reason) => ({ value: reason.id, label: reason.name }))
  // A reason deactivated later is still shown on the stop it was given for.
  const isOffered = chosen === null || offered.some(({ value }) => value === chosen)
  const options = isOffered ? offered : [{ value: chosen, label: name ?? '' }, ...offered]
  const give = (reason: number | null): void => {
    const messages = { done: reason === null ? 'Reason cleared' : 'Reason saved', failed: 'Error setting the reason' }
    void writing.write({ status_reason_id: reason }, messages)
  }
  return (
    <Select<number>
      aria-label="Reason of this stop"
      className="stop-reason"
      placeholder="Give a reason"
      value={chosen}
      options={options}
      loading={(reasons === undefined && error === null) || writing.isBusy}
      disabled={writing.isBusy}
      listHeight={MOST_HEIGHT_PX}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={
        error?.message ?? (reasons?.length === 0 ? 'No reasons yet: an admin can add some' : 'No reason of that name')
      }
      onChange={(reason: number | undefined) => give(reason ?? null)}
    />
  )
}
