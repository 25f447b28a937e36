import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Copied } from '../../ui/copied.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useDraft } from '../../ui/form/use-draft.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Submit } from '../../ui/submit.tsx'
import { addinsQuery, type CompanyAddin, saveAddin } from './queries.ts'

interface AddinDialogProps {
  /** Add-in to change; undefined: a new one. */
  addin: CompanyAddin | undefined
  onClose: () => void
}

const blank = { name: '', icon_url: null, index_url: '', equipment_enabled: true, org_unit_enabled: false }

const missing = ({ name, index_url }: { name: string; index_url: string }): string | undefined =>
  name.trim() === '' ? 'Type a name first' : index_url.trim() === '' ? 'Type the address of its page first' : undefined

/** Adds or changes an add-in, then shows the key that the add-in uses to verify who its users are. */
export function AddinDialog({ addin, onClose }: AddinDialogProps) {
  const { draft, change } = useDraft<Omit<CompanyAddin, 'id'>>(addin ?? blank)
  const [key, setKey] = useState<string>()
  const saving = useSubmit({
    work: () => {
      const { name, index_url, icon_url, equipment_enabled, org_unit_enabled } = draft
      return saveAddin(addin?.id, {
        name,
        index_url: index_url.trim(),
        icon_url: icon_url?.trim() ? icon_url.trim() : null,
        equipment_enabled,
        org_unit_enabled,
      })
    },
    done: addin === undefined ? 'Add-in added' : 'Add-in updated',
    failed: addin === undefined ? 'Error adding add-in' : 'Error updating add-in',
    fields: { addin_url_invalid: 'index_url' },
    changes: [addinsQuery.queryKey],
    onDone: ({ sso_key }) => setKey(sso_key),
  })
  return (
    <Dialog title={addin === undefined ? 'Add an add-in' : `Edit ${addin.name}`} onClose={onClose} width={560}>
      {key === undefined ? (
        <Form noValidate onSubmit={() => saving.mutate()}>
          <TextField label="Name" value={draft.name} maxLength={120} onValue={(name) => change({ name })} />
          <TextField
            label="Address of its page"
            type="url"
            placeholder="https://"
            value={draft.index_url}
            error={saving.faults.index_url}
            hint="Begins with https://"
            maxLength={2000}
            onValue={(index_url) => change({ index_url })}
          />
          <TextField
            label="Address of its icon"
            type="url"
            placeholder="https://"
            value={draft.icon_url ?? ''}
            hint="May be left out"
            maxLength={2000}
            onValue={(icon_url) => change({ icon_url })}
          />
          <label className="check">
            <input
              type="checkbox"
              checked={draft.equipment_enabled}
              onChange={(event) => change({ equipment_enabled: event.target.checked })}
            />
            Shown beside machines
          </label>
          <label className="check">
            <input
              type="checkbox"
              checked={draft.org_unit_enabled}
              onChange={(event) => change({ org_unit_enabled: event.target.checked })}
            />
            Shown beside units
          </label>
          <Submit missing={missing(draft)} busy={saving.isPending}>
            Save
          </Submit>
        </Form>
      ) : (
        <div className="form">
          <p>
            The key of {draft.name}: its makers prove by it who looks at their page (JWT, HS256). Give it to nobody
            else. It is shown here after each change.
          </p>
          <Copied label="Key of the add-in" value={key} />
          <div>
            <Button primary onClick={onClose}>
              Done
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
