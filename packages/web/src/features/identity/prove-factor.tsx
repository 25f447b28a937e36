import { endSecondFactor, renewRecoveryCodes } from '@millwatch/contract/http/identity-second-factor'
import { call } from '../../lib/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { CodeField } from './code-field.tsx'
import { secondFactorQuery } from './second-factor.ts'

/** Change of a second factor that takes password and code: new recovery codes, or switching it off. */
export type FactorChange = 'codes' | 'off'

interface ProveFactorProps {
  change: FactorChange
  /** Called with the new recovery codes; with none when the second factor was switched off. */
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
} as const

async function perform(change: FactorChange, current: string, code: string): Promise<readonly string[]> {
  const body = { current_password: current, code }
  if (change === 'codes') return (await call(renewRecoveryCodes, { body })).recovery_codes
  await call(endSecondFactor, { body })
  return []
}

/** Dialog that asks for password and code once more and then makes the change. */
export function ProveFactor({ change, onDone, onClose }: ProveFactorProps) {
  const { title, text, submit, done, failed } = words[change]
  const { bind, form } = useForm({
    stored: { current: '', code: '' },
    missing: ({ current, code }) =>
      current === '' ? 'Please input your password' : code.trim() === '' ? 'Enter a code' : undefined,
    work: ({ current, code }) => perform(change, current, code),
    done,
    failed,
    fields: { current_password_wrong: 'current', second_factor_code_wrong: 'code' },
    changes: [secondFactorQuery.queryKey],
    onDone,
  })
  return (
    <Dialog title={title} onClose={onClose} width={440} keepsEntries>
      <Form className="stack wide form" aria-label={title} {...form}>
        <p>{text}</p>
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          autoFocus
          maxLength={128}
          {...bind('current')}
        />
        <CodeField label="Code" hint="Of the app, or a recovery code." {...bind('code')} />
        <FormFoot submit={submit} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
