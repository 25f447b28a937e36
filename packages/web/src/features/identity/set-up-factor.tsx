import { beginSecondFactor, confirmSecondFactor } from '@millwatch/contract/http/identity-second-factor'
import { inGroups } from '@millwatch/domain/identity'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Copied } from '../../ui/copied.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { Submit } from '../../ui/submit.tsx'
import { CodeField } from './code-field.tsx'
import { passkeyFailure, secretsOf } from './passkeys.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { NewSecret } from './second-factor.ts'
import { missingSecret, type OwnFactors, SecretFields, secretFaults } from './secret-fields.tsx'

interface SetUpFactorProps extends Partial<OwnFactors> {
  /** Called when the app is set up and, if there are new recovery codes, the person has confirmed that they are kept. */
  onDone: () => void
  /** Called by the button Cancel; absent: there is no such button. */
  onCancel?: () => void
}

/**
 * Form in steps that sets up an authenticator app: the proof by password, the secret with a code of the app, and new recovery
 * codes if the server returns any.
 */
export function SetUpFactor({ isOn = false, hasPasskeys = false, onDone, onCancel }: SetUpFactorProps) {
  const [made, setMade] = useState<NewSecret>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (made === undefined)
    return <PasswordStep isOn={isOn} hasPasskeys={hasPasskeys} onMade={setMade} onCancel={onCancel} />
  return (
    <AppStep
      made={made}
      onConfirmed={(next) => (next.length === 0 ? onDone() : setCodes(next))}
      isFirst={!isOn}
      onCancel={onCancel}
    />
  )
}

type Leaving = { onCancel: (() => void) | undefined }

const Failure = ({ failure }: { failure: Error | null }) =>
  failure !== null && (
    <p className="alert" role="alert">
      {passkeyFailure(failure) ?? failure.message}
    </p>
  )

function PasswordStep({ onMade, onCancel, ...factors }: Leaving & OwnFactors & { onMade: (made: NewSecret) => void }) {
  const { bind, form, failure } = useForm({
    stored: { current: '', code: '' },
    missing: (draft) => missingSecret(draft, factors),
    work: async (draft) => call(beginSecondFactor, { body: await secretsOf(draft, factors.hasPasskeys) }),
    fields: secretFaults,
    onDone: onMade,
  })
  return (
    <Form className="stack wide form" aria-label="Set up a second factor" {...form}>
      <p>
        You need an authenticator app on your phone, for example Aegis, Google Authenticator, Microsoft Authenticator or
        a password manager. Afterwards a sign-in takes a code of the app besides your password.
      </p>
      <SecretFields bind={bind} {...factors} />
      <Failure failure={failure} />
      <div className="row wide">
        <Submit>Continue</Submit>
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </Form>
  )
}

interface AppStepProps extends Leaving {
  made: NewSecret
  isFirst: boolean
  onConfirmed: (codes: readonly string[]) => void
}

function AppStep({ made, isFirst, onConfirmed, onCancel }: AppStepProps) {
  const { bind, form, failure } = useForm({
    stored: { code: '' },
    missing: ({ code }) => (code.trim() === '' ? 'Enter the code that the app shows' : undefined),
    work: ({ code }) => call(confirmSecondFactor, { body: { code } }),
    fields: { second_factor_code_wrong: 'code' },
    onDone: ({ recovery_codes: codes }) => onConfirmed(codes),
  })
  return (
    <Form className="stack wide form" aria-label="Confirm the app" {...form}>
      <p>Scan this code with the app, or type the secret into it. Then enter the six digits that the app shows.</p>
      <QrCode label="The secret as a QR code" value={made.address} />
      <Copied label="Secret" value={inGroups(made.secret)} />
      <CodeField label="Code of the app" autoFocus {...bind('code')} />
      <Failure failure={failure} />
      {isFirst && <p className="note">Switching it on ends all your other sessions.</p>}
      <div className="row wide">
        <Submit>Switch it on</Submit>
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </Form>
  )
}
