import { useQuery } from '@tanstack/react-query'
import { SelectField } from '../../ui/field.tsx'
import { machinesQuery } from './queries.ts'

interface MachineFieldProps {
  label: string
  value: string
  /** The machine on screen. */
  exceptId: number
  onValue: (value: string) => void
}

/** One of the company's other machines. */
export function MachineField({ label, value, exceptId, onValue }: MachineFieldProps) {
  const { data: machines, error } = useQuery(machinesQuery)
  const others = machines?.filter((machine) => machine.id !== exceptId) ?? []
  const none =
    machines === undefined ? 'Reading…' : others.length === 0 ? 'There is no other machine' : 'Choose a machine'
  return (
    <SelectField
      label={label}
      value={value}
      disabled={others.length === 0}
      error={error?.message}
      options={[
        { value: '', text: none },
        ...others.map((machine) => ({ value: String(machine.id), text: machine.name })),
      ]}
      onValue={onValue}
    />
  )
}
