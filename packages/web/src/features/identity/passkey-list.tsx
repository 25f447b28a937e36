import { removePasskey, renamePasskey } from '@millwatch/contract/http/identity-passkeys'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { dateAndTime } from '../../lib/dates.ts'
import { useZone } from '../../scope/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Ago } from '../../ui/contact.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { type OwnPasskey, passkeyFailure, secretsOf } from './passkeys.ts'
import { secondFactorQuery } from './second-factor.ts'
import { missingSecret, SecretFields, secretFaults } from './secret-fields.tsx'

interface ChangeProps {
  passkey: OwnPasskey
  onClose: () => void
}

function RenamePasskey({ passkey, onClose }: ChangeProps) {
  const { bind, form } = useForm({
    stored: { name: passkey.name },
    missing: ({ name }) => (name.trim() === '' ? 'Enter a name' : undefined),
    work: ({ name }) => call(renamePasskey, { params: { id: passkey.id }, body: { name } }),
    done: 'Passkey renamed',
    failed: 'Error renaming the passkey',
    fields: { passkey_name_blank: 'name' },
    changes: [secondFactorQuery.queryKey],
    onDone: onClose,
  })
  return (
    <Dialog title="Rename the passkey" onClose={onClose} width={440} keepsEntries>
      <Form className="stack wide form" aria-label="Rename the passkey" {...form}>
        <TextField label="Name of the passkey" autoFocus maxLength={60} {...bind('name')} />
        <FormFoot submit="Rename" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

const factors = { isOn: true, hasPasskeys: true }

function RemovePasskey({ passkey, isLast, onClose }: ChangeProps & { isLast: boolean }) {
  const { bind, form } = useForm({
    stored: { current: '', code: '' },
    missing: (draft) => missingSecret(draft, factors),
    work: async (draft) => call(removePasskey, { params: { id: passkey.id }, body: await secretsOf(draft, true) }),
    done: 'Passkey removed',
    failed: (error) => passkeyFailure(error) ?? 'Error removing the passkey',
    fields: secretFaults,
    changes: [secondFactorQuery.queryKey],
    onDone: onClose,
  })
  return (
    <Dialog title="Remove the passkey" onClose={onClose} width={440} keepsEntries>
      <Form className="stack wide form" aria-label="Remove the passkey" {...form}>
        <p>
          {isLast
            ? 'A sign-in then takes your password only. Your recovery codes are deleted.'
            : 'It is then no longer good for a sign-in. Delete it on your device too.'}
        </p>
        <SecretFields bind={bind} {...factors} />
        <FormFoot submit={`Remove ${passkey.name}`} removes onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

interface PasskeyListProps {
  passkeys: readonly OwnPasskey[]
  hasApp: boolean
}

/** List of the person's passkeys, each with its last use and buttons to rename and to remove it. */
export function PasskeyList({ passkeys, hasApp }: PasskeyListProps) {
  const zone = useZone()
  const [change, setChange] = useState<{ kind: 'rename' | 'remove'; passkey: OwnPasskey }>()
  const close = () => setChange(undefined)
  return (
    <>
      <ul className="lined" aria-label="Passkeys">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="row settings-row">
            <span className="any-break settings-main">
              {passkey.name}
              <br />
              <span className="note">
                {passkey.is_synced ? 'Passkey on your synced devices' : 'Passkey on one device'} · used{' '}
                <Ago at={passkey.last_used_at === null ? null : Date.parse(passkey.last_used_at)} absent="never" /> ·
                added {dateAndTime(Date.parse(passkey.created_at), zone)}
              </span>
            </span>
            <span className="wrap">
              <Button aria-label={`Rename ${passkey.name}`} onClick={() => setChange({ kind: 'rename', passkey })}>
                Rename
              </Button>
              <Button aria-label={`Remove ${passkey.name}`} onClick={() => setChange({ kind: 'remove', passkey })}>
                Remove
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {change?.kind === 'rename' && <RenamePasskey passkey={change.passkey} onClose={close} />}
      {change?.kind === 'remove' && (
        <RemovePasskey passkey={change.passkey} isLast={passkeys.length === 1 && !hasApp} onClose={close} />
      )}
    </>
  )
}
