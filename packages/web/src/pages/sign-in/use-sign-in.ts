import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { entered } from '../../features/identity/enter.ts'
import { passkeyOfStep } from '../../features/identity/passkeys.ts'
import { afterSignIn } from '../../features/identity/return-path.ts'
import {
  type Credentials,
  completeSignIn,
  isOver,
  type SignInAnswer,
  signIn,
  signInMessage,
} from '../../features/identity/sign-in.ts'
import type { EntrancePageProps } from '../entrance.tsx'

type Factors = Extract<SignInAnswer, { second_factors: unknown }>['second_factors']
export type Choice = Extract<SignInAnswer, { companies: unknown }>

/**
 * Returns the state of the sign-in and its steps: email and password, then a second factor if there is one, then the company if
 * there are several. After success it resets the browser (`entered`) and opens the page that the person wanted. A failure shows a
 * message, and leads back to the first step if the sign-in is over.
 */
export function useSignIn(showMessage: (message: string | undefined) => void, onOpen: EntrancePageProps['onOpen']) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [credentials, setCredentials] = useState<Credentials>()
  /** Token of the step that follows the password; undefined before. */
  const [step, setStep] = useState<string>()
  const [factors, setFactors] = useState<Factors>([])
  const [choice, setChoice] = useState<Choice>()
  const back = (): void => {
    setChoice(undefined)
    setStep(undefined)
    setCredentials(undefined)
  }
  const send = async (call: () => Promise<SignInAnswer>): Promise<void> => {
    setBusy(true)
    showMessage(undefined)
    try {
      const answer = await call()
      if ('step' in answer) setStep(answer.step)
      if ('second_factors' in answer) setFactors(answer.second_factors)
      if ('companies' in answer) return setChoice(answer)
      if (!('user' in answer)) return
      entered(client)
      await onOpen(afterSignIn(new URLSearchParams(location.search), answer.user))
    } catch (error) {
      if (isOver(error)) back()
      showMessage(signInMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const submit = (given: Credentials): void => {
    setCredentials(given)
    void send(() => signIn(given))
  }
  return {
    busy,
    choice,
    needsCode: step !== undefined,
    hasPasskey: factors.includes('passkey'),
    hasApp: factors.includes('app'),
    submit,
    enterCode: async (code: string): Promise<void> => {
      if (step !== undefined) await send(() => completeSignIn({ step, code }))
    },
    enterPasskey: async (): Promise<void> => {
      if (step !== undefined) await send(async () => completeSignIn({ step, passkey: await passkeyOfStep(step) }))
    },
    choose: (companyId: number): void => {
      if (step !== undefined) void send(() => completeSignIn({ step, companyId }))
      else if (credentials) submit({ ...credentials, companyId })
    },
    back: () => {
      back()
      showMessage(undefined)
    },
  }
}
