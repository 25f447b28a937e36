import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { useMemo } from 'react'
import { Field } from '../../ui/field.tsx'
import { machinesIn, unitsIn } from './pages.ts'

interface PlaceFieldProps {
  kind: 'machine' | 'unit'
  root: TreeNodeShape
  /** Id as text; blank: not chosen yet. */
  value: string
  onValue: (value: string) => void
}

/** Field that selects a machine or a unit of the tree `root`; `onValue` gets its id as text, blank for none. */
export function PlaceField({ kind, root, value, onValue }: PlaceFieldProps) {
  const groups = useMemo(() => (kind === 'machine' ? machinesIn(root) : []), [kind, root])
  const units = useMemo(() => (kind === 'unit' ? unitsIn(root) : []), [kind, root])
  const isMachine = kind === 'machine'
  return (
    <Field label={isMachine ? 'Machine' : 'Unit'}>
      {(tied) => (
        <select {...tied} value={value} onChange={(event) => onValue(event.target.value)}>
          <option value="">{isMachine ? 'Choose a machine' : 'Choose a unit'}</option>
          {groups.map((group) => (
            <optgroup key={group.unit} label={group.unit}>
              {group.places.map((place) => (
                <option key={place.id} value={place.id}>
                  {place.words}
                </option>
              ))}
            </optgroup>
          ))}
          {units.map((place) => (
            <option key={place.id} value={place.id}>
              {place.words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
