import { updateReason } from '@millwatch/contract/http/stops-reasons'
import { call } from '../../lib/api.ts'
import type { PickOption } from '../../ui/combo-box.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import type { Reason } from './downtime.ts'
import { bodyOfChange, entryOf } from './reason-entry.ts'
import { ReasonFields } from './reason-fields.tsx'
import { reasonMessages } from './reason-messages.ts'

interface EditReasonProps {
  /** Reason with the values that are stored. */
  reason: Reason
  groups: readonly string[]
  units: readonly PickOption[] | undefined
  onClose: () => void
}

/** Dialog that changes name, group, failure mark and units of a downtime reason. It sends only the entries that were changed. */
export function EditReason({ reason, groups, units, onClose }: EditReasonProps) {
  const { draft, change, bind, form } = useForm({
    ...reasonMessages,
    stored: entryOf(reason),
    missing: ({ name }) => (name.trim() === '' ? 'Reason cannot be blank' : undefined),
    unchanged: 'Nothing has changed',
    work: (_, differences) => call(updateReason, { params: { id: reason.id }, body: bodyOfChange(differences) }),
    onDone: onClose,
  })
  return (
    <Dialog
      title={
        <>
          Edit <bdi>{reason.name}</bdi>
        </>
      }
      onClose={onClose}
      width={520}
      keepsEntries
    >
      <Form className="stack wide form" aria-label="Edit reason" {...form}>
        {!reason.active && (
          <p className="box callout" role="status">
            This reason is not active. Nobody can choose it until an admin re-activates it.
          </p>
        )}
        <ReasonFields {...{ draft, bind, groups, units }} onUnits={(orgUnitIds) => change({ orgUnitIds })} />
        <FormFoot submit="Save" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
