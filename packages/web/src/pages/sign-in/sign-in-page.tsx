import './sign-in.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { userQuery } from '../../features/identity/queries.ts'
import { afterSignIn } from '../../features/identity/return-path.ts'
import {
  type Credentials,
  keepsSessions,
  type SignInAnswer,
  signIn,
  signInMessage,
} from '../../features/identity/sign-in.ts'
import { useTitle } from '../../lib/title.ts'
import { CompanyChoice } from './company-choice.tsx'
import { PasswordForm } from './password-form.tsx'

type Choice = Extract<SignInAnswer, { companies: unknown }>

/** What the page that led here has to say. */
const messageIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'message' in state && typeof state.message === 'string'
    ? state.message
    : undefined

const notHere = 'Nobody can stay signed in over plain HTTP. Open this page by its https:// address.'

/** Sign-in: a plain form, and the choice of company for those who belong to several. */
export function SignInPage() {
  useTitle('Sign in')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const client = useQueryClient()
  const state: unknown = useLocation().state
  const [message, setMessage] = useState(messageIn(state))
  const [busy, setBusy] = useState(false)
  const [credentials, setCredentials] = useState<Credentials>()
  const [choice, setChoice] = useState<Choice>()
  const submit = async (given: Credentials): Promise<void> => {
    setBusy(true)
    setMessage(undefined)
    setCredentials(given)
    try {
      const answer = await signIn(given)
      if ('companies' in answer) return setChoice(answer)
      client.setQueryData(userQuery.queryKey, answer.user)
      await navigate(afterSignIn(search, answer.user), { replace: true })
    } catch (error) {
      setMessage(signInMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <h1 className="sign-in-brand">
          <svg width="20" height="20" viewBox="0 0 14 14" aria-hidden="true">
            <path d="M1 13 13 1v12z" fill="currentColor" />
          </svg>
          Millwatch
        </h1>
        <p className="sign-in-message" role="alert">
          {keepsSessions(location) ? message : notHere}
        </p>
        {choice === undefined || credentials === undefined ? (
          <PasswordForm busy={busy} onSubmit={(given) => void submit(given)} />
        ) : (
          <CompanyChoice
            companies={choice.companies}
            defaultId={choice.default_company_id}
            busy={busy}
            onChoose={(companyId) => void submit({ ...credentials, companyId })}
            onBack={() => setChoice(undefined)}
          />
        )}
      </div>
    </main>
  )
}
