import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { entered } from '../../features/identity/enter.ts'
import { afterSignIn } from '../../features/identity/return-path.ts'
import { type Credentials, type SignInAnswer, signIn, signInMessage } from '../../features/identity/sign-in.ts'
import type { EntrancePageProps } from '../entrance.tsx'

export type Choice = Extract<SignInAnswer, { companies: unknown }>

/**
 * Holds the state of the sign-in and makes its calls: email and password first, then the company if there are several. After
 * success it resets the browser (`entered`) and opens the page that the person wanted.
 */
export function useSignIn(showMessage: (message: string | undefined) => void, onOpen: EntrancePageProps['onOpen']) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [credentials, setCredentials] = useState<Credentials>()
  const [choice, setChoice] = useState<Choice>()
  const submit = async (given: Credentials): Promise<void> => {
    setBusy(true)
    showMessage(undefined)
    setCredentials(given)
    try {
      const answer = await signIn(given)
      if ('companies' in answer) return setChoice(answer)
      entered(client)
      await onOpen(afterSignIn(new URLSearchParams(location.search), answer.user))
    } catch (error) {
      showMessage(signInMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    choice,
    submit: (given: Credentials) => void submit(given),
    choose: (companyId: number) => void (credentials && submit({ ...credentials, companyId })),
    back: () => {
      setChoice(undefined)
      setCredentials(undefined)
      showMessage(undefined)
    },
  }
}
