import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { SelectField } from '../../ui/field.tsx'
import { machinesIn, unitsIn } from './pages.ts'

interface PlaceFieldProps {
  kind: 'machine' | 'unit'
  root: TreeNodeShape
  /** Id of the chosen machine or unit as text; blank: none is chosen. */
  value: string
  onValue: (value: string) => void
}

/** Field that selects a machine or a unit of the tree `root`; `onValue` gets its id as text, blank for none. */
export function PlaceField({ kind, root, ...field }: PlaceFieldProps) {
  const isMachine = kind === 'machine'
  const options = [
    { value: '', text: isMachine ? 'Choose a machine' : 'Choose a unit' },
    ...(isMachine ? machinesIn(root) : unitsIn(root)),
  ]
  return <SelectField label={isMachine ? 'Machine' : 'Unit'} options={options} {...field} />
}
