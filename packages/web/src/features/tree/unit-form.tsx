import { updateOrgUnit } from '@millwatch/contract/http/tree'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { quantity } from '../../lib/format.ts'
import { useMay } from '../../scope/rights.ts'
import { zonesQuery } from '../../scope/zones.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { PickField } from '../../ui/pick-field.tsx'
import { FormEnd } from './form-end.tsx'
import { isTarget, TARGET_FAULT, targetIn, targetText } from './target-text.ts'
import type { UnitFacts } from './types.ts'

interface UnitFormProps {
  unit: UnitFacts
  /** Unit above, whose time zone and target are in force for the unit if it has none of its own. */
  above: Pick<UnitFacts, 'actual_timezone' | 'actual_target_pct'>
}

/** Value of the option for the inherited time zone; it is blank, as no zone is. */
const INHERITED = ''
const words = (zone: string): string => zone.replaceAll('_', ' ')

/**
 * Form with the name, the time zone and the target of a unit; read only for people who may not change it. It sends only what
 * differs; after saving every query is read again.
 */
export function UnitForm({ unit, above }: UnitFormProps) {
  const mayChange = useMay()(updateOrgUnit)
  const [opened, setOpened] = useState(false)
  const { data: offered } = useQuery({ ...zonesQuery, enabled: opened })
  const stored = { name: unit.name, timezone: unit.timezone ?? INHERITED, target: targetText(unit.target_pct) }
  const { bind, earlier, form } = useForm({
    stored,
    keptAs: `unit ${unit.id}`,
    unchanged: 'Nothing has changed',
    faults: ({ name, target }) => ({
      ...(mayChange && name.trim() === '' && { name: 'Name cannot be blank' }),
      ...(mayChange && !isTarget(target) && { target: TARGET_FAULT }),
    }),
    work: (_, { timezone, target, ...change }) =>
      call(updateOrgUnit, {
        params: { id: unit.id },
        body: {
          ...change,
          ...(timezone !== undefined && { timezone: timezone || null }),
          ...(target !== undefined && { target_pct: targetIn(target) }),
        },
      }),
    done: 'Saved successfully',
    failed: 'Error saving org unit',
    // Days and shifts of all units and machines below may change.
    changes: 'all',
  })
  const { value: zone, onValue: onZone } = bind('timezone')
  const zones = [...new Set([...(offered ?? []), ...(stored.timezone === INHERITED ? [] : [stored.timezone])])].sort()
  return (
    <Form className="stack wide form tree-config" aria-label="Org unit configuration" noValidate {...form}>
      <TextField label="Name" dir="auto" maxLength={120} autoComplete="off" disabled={!mayChange} {...bind('name')} />
      <PickField
        label="Time zone"
        value={zone}
        options={[
          { value: INHERITED, label: `Inherited (${words(above.actual_timezone)})` },
          ...zones.map((offeredZone) => ({ value: offeredZone, label: words(offeredZone) })),
        ]}
        disabled={!mayChange}
        loading={opened && offered === undefined}
        hint="Applies to this unit and to every unit below it without one of its own. Days, shifts and reports use it."
        onOpen={() => setOpened(true)}
        onValue={(value) => onZone(value ?? INHERITED)}
      />
      <TextField
        label="Target of utilization, %"
        inputMode="decimal"
        autoComplete="off"
        placeholder={`Inherited (${quantity(above.actual_target_pct)})`}
        disabled={!mayChange}
        hint="Applies to this unit and to every unit below it without one of its own. Machines with less need attention."
        {...bind('target')}
      />
      <FormEnd mayChange={mayChange} earlier={earlier} />
    </Form>
  )
}
