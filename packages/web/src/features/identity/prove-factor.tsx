import { endSecondFactor, renewRecoveryCodes } from '@millwatch/contract/http/identity-second-factor'
import { call } from '../../lib/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { type AskedSecrets, passkeyFailure, secretsOf } from './passkeys.ts'
import { secondFactorQuery } from './second-factor.ts'
import { missingSecret, SecretFields, secretFaults } from './secret-fields.tsx'

/**
 * Change of a second factor that needs a proof. `codes` makes new recovery codes, `off` switches the second factor off, `app`
 * removes the app while passkeys stay.
 */
export type FactorChange = 'codes' | 'off' | 'app'

interface ProveFactorProps {
  change: FactorChange
  hasPasskeys: boolean
  /** Called after the change with the new recovery codes; the list is empty for `off` and `app`. */
  onDone: (codes: readonly string[]) => void
  onClose: () => void
}

const words = {
  codes: {
    title: 'Make new recovery codes',
    text: 'The codes that you have now are no longer valid afterwards.',
    submit: 'Make new codes',
    done: 'New recovery codes made',
    failed: 'Error making recovery codes',
  },
  off: {
    title: 'Switch the second factor off',
    text: 'A sign-in then takes your password only. Your recovery codes are deleted.',
    submit: 'Switch it off',
    done: 'Second factor switched off',
    failed: 'Error switching the second factor off',
  },
  app: {
    title: 'Remove the app',
    text: 'A sign-in then takes a passkey or a recovery code after the password.',
    submit: 'Remove the app',
    done: 'App removed',
    failed: 'Error removing the app',
  },
} as const

async function perform(change: FactorChange, body: AskedSecrets): Promise<readonly string[]> {
  if (change === 'codes') return (await call(renewRecoveryCodes, { body })).recovery_codes
  await call(endSecondFactor, { body })
  return []
}

/** Dialog in which a person types the password and a code, or uses a passkey, and that then makes the change. */
export function ProveFactor({ change, hasPasskeys, onDone, onClose }: ProveFactorProps) {
  const { title, text, submit, done, failed } = words[change]
  const factors = { isOn: true, hasPasskeys }
  const { bind, form } = useForm({
    stored: { current: '', code: '' },
    missing: (draft) => missingSecret(draft, factors),
    work: async (draft) => perform(change, await secretsOf(draft, hasPasskeys)),
    done,
    failed: (error) => passkeyFailure(error) ?? failed,
    fields: secretFaults,
    changes: [secondFactorQuery.queryKey],
    onDone,
  })
  return (
    <Dialog title={title} onClose={onClose} width={440} keepsEntries>
      <Form className="stack wide form" aria-label={title} {...form}>
        <p>{text}</p>
        <SecretFields bind={bind} {...factors} />
        <FormFoot submit={submit} removes={change !== 'codes'} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
