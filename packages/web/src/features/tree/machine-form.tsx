import { updateEquipment } from '@millwatch/contract/http/tree'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useNow } from '../../lib/clock.ts'
import { wallText } from '../../lib/wall-text.ts'
import { placeOf } from '../../lib/zoned.ts'
import { usePaths } from '../../scope/links.ts'
import { useMay } from '../../scope/rights.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { MomentField } from '../../ui/moment-field.tsx'
import { PickField } from '../../ui/pick-field.tsx'
import { FormEnd } from './form-end.tsx'
import { saveMachine } from './lists.ts'
import { changeOf, changesInTime, draftOf, type Faults, faultsOf, type MachineDraft } from './machine-draft.ts'
import { MachineLists } from './machine-lists.tsx'
import { MachineSettings } from './machine-settings.tsx'
import { allUnitsQuery, machineFactsQuery } from './queries.ts'
import type { MachineFacts } from './types.ts'

/**
 * Form with the configuration of a machine; read only for people who may not change it. It sends only fields that differ, so that
 * changes by others are kept; after saving every query is read again, and the machine's page opens.
 */
export function MachineForm({ machine }: { machine: MachineFacts }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const paths = usePaths()
  const { pathname } = useLocation()
  const mayChange = useMay()(updateEquipment)
  const zone = machine.actual_timezone
  const now = useNow(60_000)
  const stored = draftOf(machine)
  const { draft, change, bind, errors, earlier, form } = useForm({
    stored,
    keptAs: `machine ${machine.id}`,
    unchanged: 'Nothing has changed',
    faults: (entries) => (mayChange ? faultsOf(entries, wallText(now, zone)) : {}),
    missing: (entries) => (changeOf(entries, stored, zone) === undefined ? 'Nothing has changed' : undefined),
    work: (entries) => saveMachine(machine.id, changeOf(entries, stored, zone) ?? { body: {} }),
    done: 'Saved successfully',
    failed: 'Error saving equipment',
    onDone: (equip) => {
      client.setQueryData(machineFactsQuery(machine.id).queryKey, { ...machine, ...equip })
      if (pathname !== `/e/${machine.id}`) void navigate(paths.machine(machine.id))
    },
    // Settings change the figures of the machine and of its units.
    changes: 'all',
  })
  const parts = { draft, faults: errors, onChange: change, disabled: !mayChange }
  return (
    <Form className="stack wide form tree-config" aria-label="Equipment configuration" noValidate {...form}>
      <TextField label="Name" dir="auto" maxLength={120} autoComplete="off" disabled={!mayChange} {...bind('name')} />
      <ParentField {...parts} machine={machine} />
      <MachineLists {...parts} machine={machine} />
      <MachineSettings {...parts} seesMoney={machine.hourly_revenue !== undefined} />
      {mayChange && <FromField {...parts} zone={zone} isTimed={changesInTime(draft, stored)} />}
      <FormEnd mayChange={mayChange} earlier={earlier} />
    </Form>
  )
}

interface PartProps {
  draft: MachineDraft
  faults: Faults
  disabled: boolean
  onChange: (part: Partial<MachineDraft>) => void
}

/** Field for the unit that the machine is in, out of the active units and the present one. */
function ParentField({ draft, machine, disabled, onChange }: PartProps & { machine: MachineFacts }) {
  const { data: units } = useQuery({ ...allUnitsQuery, enabled: !disabled })
  const [nearest] = machine.ancestors
  const current = nearest === undefined ? [] : [{ value: String(nearest.id), label: nearest.name }]
  const active = units?.filter((unit) => unit.active || String(unit.id) === draft.parent)
  return (
    <PickField
      label="Parent"
      value={draft.parent}
      options={active?.map(({ id, name }) => ({ value: String(id), label: name })) ?? current}
      disabled={disabled}
      loading={units === undefined && !disabled}
      onValue={(parent) => parent !== undefined && onChange({ parent })}
    />
  )
}

/**
 * Field for the local time from which a change of parent or settings is in force; blank: now. It is disabled if neither changes.
 */
function FromField({ draft, faults, onChange, zone, isTimed }: PartProps & { zone: string; isTimed: boolean }) {
  return (
    <MomentField
      label="Counts from"
      name="from"
      zone={zone}
      value={draft.from}
      error={faults.from}
      disabled={!isTimed}
      hint={
        isTimed
          ? `Clock of ${placeOf(zone)}. Blank: from now on. A date in the past changes the figures from then on.`
          : 'For a change of parent or settings. Name and lists do not go by time.'
      }
      onValue={(from) => onChange({ from })}
    />
  )
}
