import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useNow } from '../../lib/clock.ts'
import { rebased, useRebased } from '../../lib/use-rebased.ts'
import { wallText } from '../../lib/wall-text.ts'
import { placeOf } from '../../lib/zoned.ts'
import { usePaths } from '../../scope/links.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PickField } from '../../ui/pick-field.tsx'
import { useToast } from '../../ui/use-toast.tsx'
import { FormEnd } from './form-end.tsx'
import { saveMachine } from './lists.ts'
import { changeOf, changesInTime, draftOf, type Faults, faultsOf, type MachineDraft } from './machine-draft.ts'
import { MachineLists } from './machine-lists.tsx'
import { MachineSettings } from './machine-settings.tsx'
import { allUnitsQuery, machineFactsQuery } from './queries.ts'
import type { MachineFacts } from './types.ts'

interface MachineFormProps {
  machine: MachineFacts
  mayChange: boolean
}

/** Saves the changed settings and shows the machine from the server's answer afterwards. */
function useSaving(machine: MachineFacts, onSaved: (machine: MachineFacts) => void) {
  const client = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  const paths = usePaths()
  const { pathname } = useLocation()
  return useMutation({
    mutationFn: (change: NonNullable<ReturnType<typeof changeOf>>) => saveMachine(machine.id, change),
    onSuccess: (equip) => {
      toast.done('Saved successfully')
      const saved = { ...machine, ...equip }
      client.setQueryData(machineFactsQuery(machine.id).queryKey, saved)
      onSaved(saved)
      if (pathname !== `/e/${machine.id}`) void navigate(paths.machine(machine.id))
    },
    onError: (error) => toast.failed('Error saving equipment', error),
    // Settings change the figures of the machine and of its units.
    onSettled: () => client.invalidateQueries(),
  })
}

/**
 * Form with the configuration of a machine; read only without `mayChange`. It saves only fields that differ, so changes by
 * others are kept; after that every query is read again.
 */
export function MachineForm({ machine: read, mayChange }: MachineFormProps) {
  // Only fields that differ from the machine as loaded are sent, so changes by others are kept.
  const [machine, setMachine] = useState(read)
  const [draft, setDraft] = useState(() => draftOf(read))
  const zone = machine.actual_timezone
  const now = useNow(60_000)
  const before = draftOf(machine)
  useRebased(read, () => {
    setMachine(read)
    setDraft(rebased(draft, before, draftOf(read)))
  })
  const saving = useSaving(machine, (saved) => {
    setMachine(saved)
    setDraft(draftOf(saved))
  })
  const faults = mayChange ? faultsOf(draft, wallText(now, zone)) : {}
  const change = changeOf(draft, before, zone)
  const onChange = (part: Partial<MachineDraft>): void => setDraft((current) => ({ ...current, ...part }))
  const parts = { draft, faults, onChange, disabled: !mayChange }
  const missing = change === undefined ? 'Nothing has changed' : Object.values(faults)[0]
  return (
    <Form
      className="stack wide form tree-config"
      aria-label="Equipment configuration"
      noValidate
      onSubmit={() => {
        if (change !== undefined && missing === undefined && !saving.isPending) saving.mutate(change)
      }}
    >
      <TextField
        label="Name"
        value={draft.name}
        error={faults.name}
        dir="auto"
        maxLength={120}
        autoComplete="off"
        disabled={!mayChange}
        onValue={(name) => onChange({ name })}
      />
      <ParentField {...parts} machine={machine} />
      <MachineLists {...parts} machine={machine} />
      <MachineSettings {...parts} seesMoney={machine.hourly_revenue !== undefined} />
      {mayChange && <FromField {...parts} zone={zone} isTimed={changesInTime(draft, before)} />}
      <FormEnd mayChange={mayChange} missing={missing} busy={saving.isPending} />
    </Form>
  )
}

interface PartProps {
  draft: MachineDraft
  faults: Faults
  disabled: boolean
  onChange: (part: Partial<MachineDraft>) => void
}

/** Field for the unit of the machine. */
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

/** Field for the instant from which the settings are in force; now by default. */
function FromField({ draft, faults, onChange, zone, isTimed }: PartProps & { zone: string; isTimed: boolean }) {
  return (
    <TextField
      label="Counts from"
      type="datetime-local"
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
