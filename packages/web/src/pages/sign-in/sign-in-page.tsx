import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { noticeAtSignIn } from '../../features/identity/notice.ts'
import { requestReset } from '../../features/identity/password-reset.ts'
import { wantedCompany } from '../../features/identity/return-path.ts'
import { keepsSessions } from '../../features/identity/sign-in.ts'
import { useTitle } from '../../lib/title.ts'
import { setupQuery } from '../../scope/installation.ts'
import { Entrance, type EntrancePageProps } from '../entrance.tsx'
import { CodeForm } from './code-form.tsx'
import { CompanyChoice } from './company-choice.tsx'
import { PasswordForm } from './password-form.tsx'
import { RequestForm } from './request-form.tsx'
import { type Choice, useSignIn } from './use-sign-in.ts'

/** Returns the message that the previous page passed to this one by the router; undefined if there is none. */
const passedOn = (): string | undefined => (history.state as { usr?: { message?: string } | null } | null)?.usr?.message

const notHere = 'Nobody can stay signed in over plain HTTP. Open this page by its https:// address.'

/** Returns the id of the company to select first: that in the address if the person belongs to it, else the person's default. */
function preselected(choice: Choice): number {
  const wanted = wantedCompany(new URLSearchParams(location.search))
  return choice.companies.some(({ id }) => id === wanted) && wanted !== undefined ? wanted : choice.default_company_id
}

/**
 * Returns the state of the request for a new password (`none`, `asking` or `sent`), `ask`, which sends it for `username`, and
 * `reset`. A failure sets the state to `none` and calls `fail` with a message.
 */
function useRequest(username: string, fail: (message: string | undefined) => void) {
  const [state, setState] = useState<'none' | 'asking' | 'sent'>('none')
  const ask = async (): Promise<void> => {
    setState('asking')
    fail(undefined)
    try {
      await requestReset(username)
      setState('sent')
    } catch {
      setState('none')
      fail('Error requesting password reset')
    }
  }
  return { state, ask: () => void ask(), reset: () => setState('none') }
}

/**
 * Page for the sign-in: email and password, the code of a second factor, the company for people of several, or a request for a
 * new password. An installation without a company redirects to its set-up.
 */
export function SignInPage({ onOpen, prepare }: EntrancePageProps) {
  useTitle('Sign in')
  const { data: setup } = useQuery(setupQuery)
  const [message, setMessage] = useState(passedOn() ?? noticeAtSignIn())
  const [username, setUsername] = useState('')
  const [isRequesting, setRequesting] = useState(false)
  const { busy, choice, needsCode, hasApp, hasPasskey, submit, enterCode, enterPasskey, choose, back } = useSignIn(
    setMessage,
    onOpen,
  )
  const request = useRequest(username, setMessage)
  const needsSetup = setup?.needed === true
  useEffect(() => {
    if (needsSetup) void onOpen('/first-run')
  }, [needsSetup, onOpen])
  if (needsSetup) return null
  const turn = (requesting: boolean): void => {
    setMessage(undefined)
    request.reset()
    setRequesting(requesting)
  }
  return (
    <Entrance
      error={keepsSessions(location) ? message : notHere}
      message={request.state === 'sent' ? 'Check email for password reset link' : undefined}
    >
      {choice !== undefined ? (
        <CompanyChoice
          companies={choice.companies}
          defaultId={preselected(choice)}
          busy={busy}
          onChoose={choose}
          onBack={back}
        />
      ) : needsCode ? (
        <CodeForm
          hasApp={hasApp}
          busy={busy}
          onPasskey={hasPasskey ? enterPasskey : undefined}
          onSubmit={enterCode}
          onBack={back}
        />
      ) : isRequesting ? (
        <RequestForm
          username={username}
          busy={request.state === 'asking'}
          sent={request.state === 'sent'}
          onUsername={(value) => {
            setUsername(value)
            request.reset()
          }}
          onSubmit={request.ask}
          onBack={() => turn(false)}
        />
      ) : (
        <PasswordForm
          busy={busy}
          username={username}
          onUsername={(value) => {
            setUsername(value)
            prepare()
          }}
          onSubmit={submit}
          onForgotten={() => turn(true)}
        />
      )}
    </Entrance>
  )
}
