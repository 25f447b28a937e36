import { updateOrgUnit } from '@millwatch/contract/http/tree'
import { call } from '../../lib/api.ts'
import { quantity } from '../../lib/format.ts'
import { useMay } from '../../scope/rights.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormEnd } from './form-end.tsx'
import { isTarget, TARGET_FAULT, targetIn, targetText } from './target-text.ts'
import type { UnitFacts } from './types.ts'

/**
 * Form with the target of utilization of the root unit; read only for people who may not change it. After a save, every
 * query is read again.
 */
export function TargetForm({ unit }: { unit: UnitFacts }) {
  const mayChange = useMay()(updateOrgUnit)
  const { bind, earlier, form } = useForm({
    stored: { target: targetText(unit.target_pct) },
    keptAs: `target ${unit.id}`,
    unchanged: 'The target has not changed',
    faults: ({ target }) => (mayChange && !isTarget(target) ? { target: TARGET_FAULT } : {}),
    work: ({ target }) => call(updateOrgUnit, { params: { id: unit.id }, body: { target_pct: targetIn(target) } }),
    done: 'Saved successfully',
    failed: 'Error saving org unit',
    changes: 'all',
  })
  return (
    <Form className="stack wide form tree-config" aria-label="Target of the company" noValidate {...form}>
      <TextField
        label="Target of utilization, %"
        inputMode="decimal"
        autoComplete="off"
        placeholder={quantity(unit.actual_target_pct)}
        disabled={!mayChange}
        hint="Of every unit that has none of its own. Machines below it need attention."
        {...bind('target')}
      />
      <FormEnd mayChange={mayChange} earlier={earlier} save="Save target" />
    </Form>
  )
}
