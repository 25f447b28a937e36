import { endOneSession, endOtherSessions } from '@millwatch/contract/http/identity'
import { call } from '../../lib/api.ts'
import { counted } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { deviceWords, type OwnSession, sessionsQuery } from './own-sessions.ts'
import { PasswordAgain } from './password-again.tsx'

interface EndSessionsProps {
  /** Session to end; `others`: all sessions of the person except the present one. */
  session: OwnSession | 'others'
  onClose: () => void
}

async function end(session: OwnSession | 'others', password: string): Promise<number> {
  const body = { current_password: password }
  if (session === 'others') return (await call(endOtherSessions, { body })).ended
  await call(endOneSession, { params: { id: session.id }, body })
  return 1
}

/** Dialog that asks for the password once more and then ends a session, or all sessions of the person except the present one. */
export function EndSessions({ session, onClose }: EndSessionsProps) {
  const isOne = session !== 'others'
  const { bind, form } = useForm({
    stored: { current: '' },
    missing: ({ current }) => (current === '' ? 'Please input your password' : undefined),
    work: ({ current }) => end(session, current),
    done: (ended) => (isOne ? 'Session ended' : `${counted(ended, 'session')} ended`),
    failed: 'Error ending the session',
    fields: { current_password_wrong: 'current' },
    changes: [sessionsQuery.queryKey],
    onDone: onClose,
  })
  const title = isOne ? 'End this session' : 'End all other sessions'
  return (
    <Dialog title={title} onClose={onClose} width={440} keepsEntries>
      <Form className="stack wide form" aria-label={title} {...form}>
        <p>
          {isOne
            ? `${deviceWords(session.user_agent)} is signed out at once.`
            : 'You are signed out at once everywhere but here.'}
        </p>
        <PasswordAgain {...bind('current')} />
        <FormFoot submit={isOne ? 'End the session' : 'End all others'} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
