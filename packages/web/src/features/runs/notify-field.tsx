import { useQuery } from '@tanstack/react-query'
import { useAfterPaint } from '../../lib/use-after-paint.ts'
import { PickMany } from '../../ui/pick-many.tsx'
import { rostersOfRunQuery } from './queries.ts'

interface NotifyFieldProps {
  chosen: readonly number[]
  onChosen: (ids: number[]) => void
}

/** Field that selects the groups of people who get a message when the run is complete; `onChosen` gets all chosen ids. */
export function NotifyField({ chosen, onChosen }: NotifyFieldProps) {
  const { data: rosters, error } = useQuery({ ...rostersOfRunQuery, enabled: useAfterPaint() })
  const groups = (rosters ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const isChosen = (value: string): boolean => chosen.includes(Number(value))
  return (
    <PickMany
      label="Notify on Complete"
      hint="Groups that get a message when the run is complete; optional"
      chosen={chosen.map((id) => ({
        value: String(id),
        label: groups.find(({ value }) => value === String(id))?.label ?? (rosters ? 'A group that is gone' : '…'),
      }))}
      options={groups.filter(({ value }) => !isChosen(value))}
      placeholder="Nobody"
      empty={error?.message ?? (rosters === undefined ? 'Reading…' : 'No groups')}
      onAdd={(value) => onChosen([...chosen, Number(value)])}
      onRemove={(value) => onChosen(chosen.filter((id) => id !== Number(value)))}
    />
  )
}
