import { updatePart } from '@millwatch/contract/http/parts'
import { MOST_LINK_LENGTH } from '@millwatch/domain/parts'
import { call } from '../../lib/api.ts'
import type { PickGroup, PickOption } from '../../ui/combo-box.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { PickIds } from '../../ui/pick-ids.tsx'
import { type CriticalPart, partsKey } from './queries.ts'
import { attrsOf, draftOf, type PartDraft, partFault } from './set-up.ts'

/** Options for the lists of a part: units, machines, categories, manufacturers and models; undefined until they are read. */
export interface PartPlaces {
  readonly units: readonly PickOption[] | undefined
  readonly machines: readonly (PickOption | PickGroup)[] | undefined
  readonly categories: readonly PickOption[] | undefined
  readonly manufacturers: readonly PickOption[] | undefined
  readonly models: readonly PickOption[] | undefined
}

interface EditPartProps {
  /** Part with the values that are stored. */
  part: CriticalPart
  places: PartPlaces
  onClose: () => void
}

const lists = [
  { list: 'orgUnitIds', label: 'Units', of: 'units', gone: 'A unit that is gone' },
  { list: 'equipmentIds', label: 'Machines', of: 'machines', gone: 'A machine that is archived or gone' },
  { list: 'categoryIds', label: 'Categories', of: 'categories', gone: 'A category that is gone' },
  { list: 'manufacturerIds', label: 'Manufacturers', of: 'manufacturers', gone: 'A manufacturer that is gone' },
  { list: 'modelIds', label: 'Models', of: 'models', gone: 'A model that is gone' },
] as const satisfies readonly { list: keyof PartDraft; label: string; of: keyof PartPlaces; gone: string }[]

/**
 * Dialog that changes a critical part and the units, machines, categories, manufacturers and models on which it is used. It sends
 * only the entries that were changed.
 */
export function EditPart({ part, places, onClose }: EditPartProps) {
  const { draft, change, bind, form } = useForm({
    stored: draftOf(part),
    missing: partFault,
    unchanged: 'Nothing has changed',
    work: (_, differences) => call(updatePart, { params: { id: part.id }, body: { attrs: attrsOf(differences) } }),
    done: 'Critical part updated',
    failed: 'Error updating new critical part',
    fields: { part_url_invalid: 'url' },
    changes: [partsKey],
    onDone: onClose,
  })
  return (
    <Dialog
      title={
        <>
          Edit <bdi>{part.number}</bdi>
        </>
      }
      onClose={onClose}
      width={560}
      keepsEntries
    >
      <Form className="stack wide form" aria-label="Edit critical part" {...form}>
        {part.deleted_at !== null && (
          <p className="box callout" role="status">
            This part was removed. It stays in the history, and cannot be changed.
          </p>
        )}
        <TextField label="Name / number" maxLength={120} autoComplete="off" {...bind('number')} />
        <TextField label="Description" maxLength={500} autoComplete="off" {...bind('description')} />
        <TextField label="URL" inputMode="url" maxLength={MOST_LINK_LENGTH} autoComplete="off" {...bind('url')} />
        <fieldset className="stack tight">
          <legend>Where it is used</legend>
          <p className="note">
            Used on machines that one of these lists names; if all lists are empty, on all machines.
          </p>
          {lists.map(({ list, label, of: place, gone }) => (
            <PickIds
              key={list}
              label={label}
              hint={undefined}
              placeholder="None"
              gone={gone}
              options={places[place]}
              chosen={draft[list]}
              onChosen={(ids) => change({ [list]: ids })}
            />
          ))}
        </fieldset>
        <FormFoot submit="Save" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
