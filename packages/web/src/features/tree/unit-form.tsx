import { updateOrgUnit } from '@millwatch/contract/http/tree'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useRebased } from '../../lib/use-rebased.ts'
import { zonesQuery } from '../../scope/zones.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PickField } from '../../ui/pick-field.tsx'
import { useToast } from '../../ui/use-toast.tsx'
import { FormEnd } from './form-end.tsx'
import type { UnitFacts } from './types.ts'

interface UnitFormProps {
  unit: UnitFacts
  /** Zone of the unit when it has none of its own. */
  inheritedZone: string
  mayChange: boolean
}

/** Option for the inherited zone; no zone has this name. */
const INHERITED = ''
const words = (zone: string): string => zone.replaceAll('_', ' ')

/** Form with the configuration of a unit: its name and its time zone. */
export function UnitForm({ unit: read, inheritedZone, mayChange }: UnitFormProps) {
  const client = useQueryClient()
  const toast = useToast()
  const [unit, setUnit] = useState(read)
  const [name, setName] = useState(unit.name)
  const [zone, setZone] = useState(unit.timezone ?? INHERITED)
  const [opened, setOpened] = useState(false)
  const { data: offered } = useQuery({ ...zonesQuery, enabled: opened })
  const savedZone = unit.timezone ?? INHERITED
  useRebased(read, () => {
    setUnit(read)
    if (name === unit.name) setName(read.name)
    if (zone === savedZone) setZone(read.timezone ?? INHERITED)
  })
  const change = { ...(name !== unit.name && { name }), ...(zone !== savedZone && { timezone: zone || null }) }
  const saving = useMutation({
    mutationFn: () => call(updateOrgUnit, { params: { id: unit.id }, body: change }),
    onSuccess: ({ orgUnit }) => {
      toast.done('Saved successfully')
      setUnit(orgUnit)
      setName(orgUnit.name)
      setZone(orgUnit.timezone ?? INHERITED)
    },
    onError: (error) => toast.failed('Error saving org unit', error),
    // Days and shifts of all units and machines below may change.
    onSettled: () => client.invalidateQueries(),
  })
  const fault = mayChange && name.trim() === '' ? 'Name cannot be blank' : undefined
  const missing = Object.keys(change).length === 0 ? 'Nothing has changed' : fault
  const zones = [...new Set([...(offered ?? []), ...(savedZone === INHERITED ? [] : [savedZone])])].sort()
  return (
    <Form
      className="form tree-config"
      aria-label="Org unit configuration"
      noValidate
      onSubmit={() => {
        if (missing === undefined && !saving.isPending) saving.mutate()
      }}
    >
      <TextField
        label="Name"
        value={name}
        error={fault}
        dir="auto"
        maxLength={120}
        autoComplete="off"
        disabled={!mayChange}
        onValue={setName}
      />
      <PickField
        label="Time zone"
        value={zone}
        options={[
          { value: INHERITED, label: `Inherited (${words(inheritedZone)})` },
          ...zones.map((offeredZone) => ({ value: offeredZone, label: words(offeredZone) })),
        ]}
        disabled={!mayChange}
        loading={opened && offered === undefined}
        hint="Of this unit and of every unit under it that has none of its own. Days, shifts and reports follow it."
        onOpen={() => setOpened(true)}
        onValue={(value) => setZone(value ?? INHERITED)}
      />
      <FormEnd mayChange={mayChange} missing={missing} busy={saving.isPending} />
    </Form>
  )
}
