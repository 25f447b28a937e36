import './parts.css'
import { LEAST_PART_QTY, MOST_PART_QTY } from '@millwatch/domain/parts'
import { useQuery } from '@tanstack/react-query'
import { Pick } from '../../ui/pick-field.tsx'
import { type PartEntry, qtyOf } from './entry.ts'
import { PartActionField } from './part-action-field.tsx'
import { allPartsQuery, partsOfMachineQuery } from './queries.ts'

interface PartFieldsProps {
  machineId: number
  /** Label of the row for screen readers: `Part 1`. */
  label: string
  entry: PartEntry
  onEntry: (entry: PartEntry) => void
  /** Called when the field of action or quantity loses the focus, and at Enter in the quantity. */
  onLeave?: (() => void) | undefined
  disabled?: boolean
  /** True: the list of parts is open from the beginning. */
  opensAtOnce?: boolean
}

/**
 * Fields of one row: a part among those used on the machine, its action and its quantity. A chosen part that is no longer used on
 * the machine stays chosen, with a note.
 */
export function PartFields(props: PartFieldsProps) {
  const { machineId, label, entry, onEntry, onLeave, disabled = false, opensAtOnce = false } = props
  const { data: parts, error } = useQuery(partsOfMachineQuery(machineId))
  const options = useOptions(machineId, entry.partId)
  const isWrong = qtyOf(entry) === undefined
  return (
    <div className="field stack part-fields">
      <Pick
        aria-label={`${label}: Part #`}
        placeholder="Choose a part"
        value={entry.partId === null ? undefined : String(entry.partId)}
        options={options}
        loading={parts === undefined && error === null}
        disabled={disabled}
        opensAtOnce={opensAtOnce}
        empty={
          error?.message ?? (parts?.length === 0 ? 'No parts yet: an admin can add some' : 'No part of that number')
        }
        onValue={(id) => onEntry({ ...entry, partId: id === undefined ? null : Number(id) })}
      />
      <PartActionField
        label={`${label}: action`}
        action={entry.action}
        disabled={disabled}
        onLeave={onLeave}
        onAction={(action) => onEntry({ ...entry, action })}
      />
      <input
        className="well"
        aria-label={`${label}: quantity`}
        aria-invalid={isWrong || undefined}
        title={isWrong ? 'A whole number from 1 to 1,000,000' : undefined}
        type="number"
        inputMode="numeric"
        min={LEAST_PART_QTY}
        max={MOST_PART_QTY}
        step={1}
        value={entry.qty}
        disabled={disabled}
        onBlur={onLeave}
        onKeyDown={({ key }) => key === 'Enter' && onLeave?.()}
        onChange={({ target }) => onEntry({ ...entry, qty: target.value })}
      />
    </div>
  )
}

/**
 * Returns the parts of a machine as options. If the chosen part is not among them, it is the first option, marked as not used or
 * removed once the parts of the machine are read.
 */
function useOptions(machineId: number, chosenId: number | null) {
  const { data: parts } = useQuery(partsOfMachineQuery(machineId))
  const isMissing = chosenId !== null && !parts?.some((part) => part.id === chosenId)
  const { data: all = [] } = useQuery({ ...allPartsQuery, enabled: isMissing })
  const options = (parts ?? []).map(({ id, number, description }) => ({
    value: String(id),
    label: description === '' ? number : `${number} · ${description}`,
  }))
  if (!isMissing) return options
  const chosen = all.find((part) => part.id === chosenId)
  const why = chosen?.deleted_at == null ? 'not used here' : 'removed'
  const number = chosen?.number ?? '…'
  return [{ value: String(chosenId), label: parts === undefined ? number : `${number} (${why})` }, ...options]
}
