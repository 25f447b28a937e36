import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { deviceWords } from './own-sessions.ts'
import { makePasskey, passkeyFailure, secretsOf } from './passkeys.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { missingSecret, type OwnFactors, SecretFields, secretFaults } from './secret-fields.tsx'

interface AddPasskeyProps extends OwnFactors {
  /** Called after the passkey is added; with new recovery codes, only after the person has confirmed that they are kept. */
  onDone: () => void
  onCancel: () => void
}

/**
 * Form that adds a passkey: the person enters a name and proves who they are, then the browser asks for the passkey. If the
 * server returns recovery codes, which it does with the first second factor, they are shown afterwards.
 */
export function AddPasskey({ onDone, onCancel, ...factors }: AddPasskeyProps) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const { bind, form, failure } = useForm({
    stored: { name: deviceWords(navigator.userAgent), current: '', code: '' },
    missing: (draft) => (draft.name.trim() === '' ? 'Enter a name' : missingSecret(draft, factors)),
    work: async (draft) => makePasskey(draft.name, await secretsOf(draft, factors.hasPasskeys)),
    done: 'Passkey added',
    fields: { ...secretFaults, passkey_name_blank: 'name' },
    onDone: (made) => (made.length === 0 ? onDone() : setCodes(made)),
  })
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <Form className="stack wide form" aria-label="Add a passkey" {...form}>
      <p>
        Your browser asks for your finger, your face, a PIN or a security key. Afterwards a sign-in takes the passkey
        besides your password.
      </p>
      <TextField label="Name of the passkey" maxLength={60} {...bind('name')} />
      <SecretFields bind={bind} {...factors} />
      {failure !== null && (
        <p className="alert" role="alert">
          {passkeyFailure(failure) ?? failure.message}
        </p>
      )}
      {!factors.isOn && <p className="note">It ends all your other sessions.</p>}
      <div className="row wide">
        <Submit>Add the passkey</Submit>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </Form>
  )
}
