import { LEAST_PART_QTY, MOST_PART_QTY } from '@millwatch/domain/parts'
import { useQuery } from '@tanstack/react-query'
import { PartActionField } from '../../features/parts/part-action-field.tsx'
import { PartLink } from '../../features/parts/part-link.tsx'
import { allPartsQuery } from '../../features/parts/queries.ts'
import { Table } from '../../ui/table.tsx'
import type { PartOfCompletion } from './part-entries.ts'

interface CompletedPartsProps {
  parts: readonly PartOfCompletion[]
  onParts: (parts: readonly PartOfCompletion[]) => void
}

/**
 * Table of the parts of a completion, with fields for the action, the quantity and `skip` of each. A part that was removed from
 * the set-up is left out and cannot be changed. Renders nothing without parts.
 */
export function CompletedParts({ parts, onParts }: CompletedPartsProps) {
  const { data: all } = useQuery({ ...allPartsQuery, enabled: parts.length > 0 })
  if (parts.length === 0) return null
  return (
    <Table label="Parts of this maintenance" columns={['Part #', ' Description', 'Action', 'Qty', ' Skip']}>
      {parts.map((entry, i) => {
        const part = all?.find(({ id }) => id === entry.partId)
        const number = part?.number ?? '…'
        const isRemoved = part !== undefined && part.deleted_at !== null
        const enter = (change: Partial<PartOfCompletion>) => onParts(parts.with(i, { ...entry, ...change }))
        const isOut = entry.skip || isRemoved
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same part may stand in two rows, which keep their places
          <tr key={i} className={isOut ? 'muted' : undefined}>
            <td data-label="Part #" className="strong">
              {part === undefined ? number : <PartLink part={part} />}
            </td>
            <td data-label="Description" className="muted any-break">
              {isRemoved ? 'removed from the set-up, so it is left out' : part?.description}
            </td>
            <td data-label="Action">
              <PartActionField
                label={`Action on ${number}`}
                action={entry.action}
                disabled={isOut}
                onAction={(action) => enter({ action })}
              />
            </td>
            <td data-label="Qty">
              <input
                aria-label={`Quantity of ${number}`}
                className="well due-qty"
                type="number"
                inputMode="numeric"
                min={LEAST_PART_QTY}
                max={MOST_PART_QTY}
                step={1}
                value={entry.qty}
                disabled={isOut}
                onChange={({ target }) => enter({ qty: target.value })}
              />
            </td>
            <td>
              <label className="inline">
                <input
                  type="checkbox"
                  aria-label={`Skip ${number}`}
                  checked={isOut}
                  disabled={isRemoved}
                  onChange={({ target }) => enter({ skip: target.checked })}
                />
                skip
              </label>
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
