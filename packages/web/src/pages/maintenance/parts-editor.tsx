import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PlannedPart } from '../../features/alarms/draft.ts'
import { BLANK_PART } from '../../features/parts/entry.ts'
import { PartFields } from '../../features/parts/part-fields.tsx'
import { partsOfMachineQuery } from '../../features/parts/queries.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon, RemoveIcon } from '../../ui/icons.tsx'

interface PartsEditorProps {
  machineId: number
  parts: readonly PlannedPart[]
  onParts: (parts: readonly PlannedPart[]) => void
  /** True: rows with a part that is not used on the machine are removed, as after the choice of another machine. */
  dropsUnused: boolean
}

/**
 * Rows of fields for the parts of maintenance: part, action and quantity of each, with buttons to remove and add one. A row
 * without a part is left out on saving.
 */
export function PartsEditor({ machineId, parts, onParts, dropsUnused }: PartsEditorProps) {
  const { data: used } = useQuery(partsOfMachineQuery(machineId))
  useEffect(() => {
    if (!dropsUnused || used === undefined) return
    const kept = parts.filter(({ partId }) => partId === null || used.some(({ id }) => id === partId))
    if (kept.length < parts.length) onParts(kept)
  }, [dropsUnused, used, parts, onParts])
  return (
    <div className="stack near">
      {parts.length > 0 && (
        <div className="stack open due-part note" aria-hidden="true">
          <span className="stack part-fields">
            <span>Part #</span>
            <span>Action</span>
            <span>Qty</span>
          </span>
        </div>
      )}
      {parts.map((entry, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else of its own, and the same part may stand in two
        <div key={i} className="stack open due-part">
          <PartFields
            machineId={machineId}
            label={`Part ${i + 1}`}
            entry={entry}
            onEntry={(changed) => onParts(parts.with(i, changed))}
          />
          <Button
            plain
            icon
            aria-label={`Remove part ${i + 1}`}
            title="Remove"
            onClick={() => onParts(parts.toSpliced(i, 1))}
          >
            <RemoveIcon />
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => onParts([...parts, BLANK_PART])}>
          <PlusIcon />
          Add part
        </Button>
      </div>
    </div>
  )
}
