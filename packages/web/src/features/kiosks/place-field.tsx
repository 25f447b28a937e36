import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { useMemo } from 'react'
import { Field } from '../../ui/field.tsx'
import { machinesIn, unitsIn } from './pages.ts'

interface PlaceFieldProps {
  of: 'machine' | 'unit'
  root: TreeNodeShape
  /** Id; blank: none yet. */
  value: string
  onValue: (value: string) => void
}

/** A machine or a unit, chosen from the company's tree. */
export function PlaceField({ of, root, value, onValue }: PlaceFieldProps) {
  const groups = useMemo(() => (of === 'machine' ? machinesIn(root) : []), [of, root])
  const units = useMemo(() => (of === 'unit' ? unitsIn(root) : []), [of, root])
  const isMachine = of === 'machine'
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
