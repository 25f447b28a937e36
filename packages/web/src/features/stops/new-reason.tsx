import { createReason } from '@millwatch/contract/http/stops-reasons'
import { call } from '../../lib/api.ts'
import type { PickOption } from '../../ui/combo-box.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { blankReason, bodyOfNew } from './reason-entry.ts'
import { ReasonFields } from './reason-fields.tsx'

interface NewReasonProps {
  groups: readonly string[]
  units: readonly PickOption[] | undefined
}

/** Form that adds a downtime reason with name, group, failure mark and units. */
export function NewReason({ groups, units }: NewReasonProps) {
  const { draft, change, bind, form } = useForm({
    stored: blankReason,
    missing: ({ name }) => (name.trim() === '' ? 'Type a reason first' : undefined),
    work: (entry) => call(createReason, { body: bodyOfNew(entry) }),
    done: 'New reason added successfully',
    failed: 'Error adding new reason',
    changes: [['reasons']],
  })
  const onUnits = (orgUnitIds: readonly number[]): void => change({ orgUnitIds })
  return (
    <Form aria-label="New reason" {...form}>
      <ReasonFields {...{ draft, bind, onUnits, groups, units }} />
      <Submit>Add reason</Submit>
    </Form>
  )
}
