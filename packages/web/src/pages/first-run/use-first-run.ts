import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { entered } from '../../features/identity/enter.ts'
import { checkCode, type Made, setUp } from '../../features/identity/first-run.ts'
import { passwordRefusal, useNewPassword } from '../../features/identity/new-password.ts'
import { ApiError, NetworkError } from '../../lib/api.ts'
import { adminFaults, companyFaults, type Draft, type DraftFaults, emptyDraft, machineFaults } from './draft.ts'

export type Step = 1 | 2 | 3

export interface StepProps {
  draft: Draft
  faults: DraftFaults
  busy: boolean
  set: (part: Partial<Draft>) => void
  onBack: () => void
}

const words = (error: unknown): string =>
  error instanceof ApiError || error instanceof NetworkError ? error.message : 'The set-up failed. Try again'

const isCodeRefused = (error: unknown): boolean => error instanceof ApiError && error.code === 'setup_code_invalid'

/** Returns the step that an error of the whole set-up is about. */
const stepOf = (error: unknown): Step => (isCodeRefused(error) ? 1 : passwordRefusal(error) !== undefined ? 2 : 3)

/** Holds the typed values of all steps and their errors. */
function useDraft() {
  const [draft, setDraft] = useState(() => emptyDraft(Intl.DateTimeFormat().resolvedOptions().timeZone))
  const [faults, setFaults] = useState<DraftFaults>({})
  const set = (part: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...part }))
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))))
  }
  /** Shows the errors of a step; returns true when there are none. */
  const pass = (found: DraftFaults): boolean => {
    setFaults(found)
    return Object.keys(found).length === 0
  }
  return { draft, faults, set, pass }
}

/** Holds the state of the set-up: three steps, each validated when it is left; the last one creates everything. */
export function useFirstRun() {
  const client = useQueryClient()
  const { draft, faults, set, pass } = useDraft()
  const password = useNewPassword(draft.username)
  const [step, setStep] = useState<Step>(1)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [made, setMade] = useState<Made>()
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      if (isCodeRefused(failure)) pass({ code: words(failure) })
      else setError(words(failure))
      password.refuse(passwordRefusal(failure))
      setStep(step === 1 ? 1 : stepOf(failure))
    } finally {
      setBusy(false)
    }
  }
  const leaveCompany = async (): Promise<void> => {
    if (!pass(companyFaults(draft))) return
    await attempt(async () => {
      await checkCode(draft.code)
      setStep(2)
    })
  }
  const leaveAdmin = async (): Promise<void> => {
    password.check('both')
    if (pass(adminFaults(draft)) && password.isReady) setStep(3)
  }
  const finish = async (): Promise<void> => {
    if (!pass(machineFaults(draft))) return
    await attempt(async () => {
      const answer = await setUp({ ...draft, password: password.password })
      entered(client)
      setMade(answer)
    })
  }
  const next = { 1: leaveCompany, 2: leaveAdmin, 3: finish }
  const onBack = (): void => setStep(step === 3 ? 2 : 1)
  return { step, made, error, password, props: { draft, faults, busy, set, onBack }, submit: () => void next[step]() }
}
