import { updateTag } from '@millwatch/contract/http/runs-tags'
import { call } from '../../lib/api.ts'
import type { PickGroup, PickOption } from '../../ui/combo-box.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { GroupField } from '../../ui/group-field.tsx'
import { PickIds } from '../../ui/pick-ids.tsx'
import { tagMessages } from './tag-messages.ts'
import { bodyOfTag, entryOfTag, type Tag } from './tag-rows.ts'

interface EditTagProps {
  /** Tag with the values that are stored. */
  tag: Tag
  groups: readonly string[]
  units: readonly PickOption[] | undefined
  machines: readonly PickGroup[] | undefined
  onClose: () => void
}

/**
 * Dialog that changes name and group of a tag and the units and machines that offer it. It sends only the entries that were
 * changed.
 */
export function EditTag({ tag, groups, units, machines, onClose }: EditTagProps) {
  const { draft, change, bind, form } = useForm({
    ...tagMessages,
    stored: entryOfTag(tag),
    missing: ({ name }) => (name.trim() === '' ? 'Name cannot be blank' : undefined),
    unchanged: 'Nothing has changed',
    work: (_, differences) => call(updateTag, { params: { id: tag.id }, body: bodyOfTag(differences) }),
    onDone: onClose,
  })
  return (
    <Dialog
      title={
        <>
          Edit <bdi>{tag.name}</bdi>
        </>
      }
      onClose={onClose}
      width={560}
      keepsEntries
    >
      <Form className="stack wide form" aria-label="Edit tag" {...form}>
        {!tag.active && (
          <p className="box callout" role="status">
            This tag is not active. Nobody can choose it until an admin re-activates it.
          </p>
        )}
        <TextField label="Name" maxLength={120} autoComplete="off" {...bind('name')} />
        <GroupField groups={groups} hint="Blank: no group" {...bind('group')} />
        <PickIds
          label="Units"
          hint="Machines of these units offer it. Without units and machines, all offer it"
          placeholder="None"
          gone="A unit that is gone"
          options={units}
          chosen={draft.orgUnitIds}
          onChosen={(orgUnitIds) => change({ orgUnitIds })}
        />
        <PickIds
          label="Machines"
          hint="These machines offer it too"
          placeholder="None"
          gone="An archived machine"
          options={machines}
          chosen={draft.equipmentIds}
          onChosen={(equipmentIds) => change({ equipmentIds })}
        />
        <FormFoot submit="Save" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
