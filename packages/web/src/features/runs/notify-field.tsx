import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { Field } from '../../ui/field.tsx'
import { TabLeaves } from '../../ui/tab-leaves.tsx'
import { rostersOfRunQuery } from './queries.ts'

interface NotifyFieldProps {
  chosen: readonly number[]
  onChosen: (ids: number[]) => void
}

/** Selects the groups to notify when the run is complete. */
export function NotifyField({ chosen, onChosen }: NotifyFieldProps) {
  const { data: rosters, error } = useQuery(rostersOfRunQuery)
  const existing = new Set(rosters?.map((roster) => roster.id))
  const options = [
    ...(rosters ?? []).map((roster) => ({ value: roster.id, label: roster.name })),
    ...chosen.filter((id) => !existing.has(id)).map((id) => ({ value: id, label: 'A group that is gone' })),
  ]
  return (
    <Field label="Notify on Complete" hint="Groups that get a message when the run is complete; optional">
      {(tied) => (
        <TabLeaves>
          <Select<number[]>
            {...tied}
            mode="multiple"
            className="run-select"
            value={[...chosen]}
            options={rosters === undefined ? [] : options}
            loading={rosters === undefined && error === null}
            optionFilterProp="label"
            notFoundContent={error?.message ?? 'No groups'}
            placeholder="Nobody"
            onChange={onChosen}
          />
        </TabLeaves>
      )}
    </Field>
  )
}
