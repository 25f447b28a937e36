import { createAddin, updateAddin } from '@millwatch/contract/http/addins'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Copied } from '../../ui/copied.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { addinsQuery, type CompanyAddin } from './queries.ts'

interface AddinDialogProps {
  /** Add-in to change; undefined: a new one. */
  addin: CompanyAddin | undefined
  onClose: () => void
}

const blank = { name: '', icon_url: null, index_url: '', equipment_enabled: true, org_unit_enabled: false }

const missing = ({ name, index_url }: { name: string; index_url: string }): string | undefined =>
  name.trim() === '' ? 'Type a name first' : index_url.trim() === '' ? 'Type the address of its page first' : undefined

/**
 * Dialog that adds an add-in, or changes `addin` if one is given. After saving it shows the key with which the add-in's server
 * verifies users.
 */
export function AddinDialog({ addin, onClose }: AddinDialogProps) {
  const [saved, setSaved] = useState<{ name: string; key: string }>()
  const { bind, form } = useForm<Omit<CompanyAddin, 'id'>, { sso_key: string }>({
    stored: addin ?? blank,
    missing,
    work: ({ name, index_url, icon_url, equipment_enabled, org_unit_enabled }) => {
      const addresses = { index_url: index_url.trim(), icon_url: icon_url?.trim() || null }
      const body = { name, ...addresses, equipment_enabled, org_unit_enabled }
      return addin === undefined ? call(createAddin, { body }) : call(updateAddin, { params: { id: addin.id }, body })
    },
    done: addin === undefined ? 'Add-in added' : 'Add-in updated',
    failed: addin === undefined ? 'Error adding add-in' : 'Error updating add-in',
    fields: { addin_url_invalid: 'index_url' },
    changes: [addinsQuery.queryKey],
    onDone: ({ sso_key: key }, { name }) => setSaved({ name, key }),
  })
  const icon = bind('icon_url')
  return (
    <Dialog title={addin === undefined ? 'Add an add-in' : `Edit ${addin.name}`} onClose={onClose} width={560}>
      {saved === undefined ? (
        <Form noValidate {...form}>
          <TextField label="Name" maxLength={120} {...bind('name')} />
          <TextField
            label="Address of its page"
            type="url"
            placeholder="https://"
            hint="Begins with https://"
            maxLength={2000}
            {...bind('index_url')}
          />
          <TextField
            label="Address of its icon"
            type="url"
            placeholder="https://"
            hint="May be left out"
            maxLength={2000}
            {...icon}
            value={icon.value ?? ''}
          />
          <CheckField {...bind('equipment_enabled')}>Shown beside machines</CheckField>
          <CheckField {...bind('org_unit_enabled')}>Shown beside units</CheckField>
          <Submit>Save</Submit>
        </Form>
      ) : (
        <div className="stack wide form">
          <p>
            The key of {saved.name}: its makers prove by it who looks at their page (JWT, HS256). Give it to nobody
            else. It is shown here after each change.
          </p>
          <Copied label="Key of the add-in" value={saved.key} />
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
