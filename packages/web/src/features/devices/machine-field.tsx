import { useQuery } from '@tanstack/react-query'
import { PickField } from '../../ui/pick-field.tsx'
import { machinesQuery } from './queries.ts'

interface MachineFieldProps {
  label: string
  value: string | undefined
  /** Id of a machine that cannot be chosen, the one on screen; undefined: all can be. */
  exceptId: number | undefined
  onValue: (value: string | undefined) => void
}

/**
 * Field that selects one of the company's active machines except `exceptId`; it loads their list itself. The value is the
 * machine's id as text; undefined: none is chosen.
 */
export function MachineField({ label, value, exceptId, onValue }: MachineFieldProps) {
  const { data: machines, error } = useQuery(machinesQuery)
  const others = machines?.filter((machine) => machine.id !== exceptId) ?? []
  return (
    <PickField
      label={label}
      value={value}
      loading={machines === undefined && error === null}
      empty={error?.message ?? 'There is no other machine'}
      placeholder="Choose a machine"
      hint={error?.message}
      options={others.map((machine) => ({ value: String(machine.id), label: machine.name }))}
      onValue={onValue}
    />
  )
}
