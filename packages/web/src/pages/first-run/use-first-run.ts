import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { entered } from '../../features/identity/enter.ts'
import { checkCode, type Made, setUp } from '../../features/identity/first-run.ts'
import { noPassword, passwordCodes, usePasswordFaults } from '../../features/identity/new-password.ts'
import { ApiError, NetworkError } from '../../lib/api.ts'
import { type Bind, useForm } from '../../ui/form/use-form.ts'
import { adminFaults, companyFaults, type Draft, emptyDraft, machineFaults } from './draft.ts'

export type Step = 1 | 2 | 3

export interface StepProps {
  bind: Bind<Draft>
  onBack: () => void
}

const words = (error: Error): string =>
  error instanceof ApiError || error instanceof NetworkError ? error.message : 'The set-up failed. Try again'

const fields = { setup_code_invalid: 'code', ...passwordCodes } as const

/**
 * Returns the step of the field that an error of the whole set-up is about: 1 for a wrong set-up code, 2 for a password that was
 * refused, 3 for any other error.
 */
function stepOf(error: Error): Step {
  const field = error instanceof ApiError ? new Map(Object.entries(fields)).get(error.code ?? '') : undefined
  return field === 'code' ? 1 : field === 'password' ? 2 : 3
}

/**
 * Returns the state of the set-up in three steps, each checked when a person goes on. The last step creates company, superuser
 * and machine on the server (`made`) and signs the browser in. An error leads back to the step with its field.
 */
export function useFirstRun() {
  const client = useQueryClient()
  const passwordFaults = usePasswordFaults()
  const [step, setStep] = useState<Step>(1)
  const [made, setMade] = useState<Made>()
  const faultsOf = {
    1: companyFaults,
    2: (draft: Draft) => ({ ...adminFaults(draft), ...passwordFaults(draft, draft.username) }),
    3: machineFaults,
  }
  const finish = async ({ repeat: _, ...wanted }: Draft): Promise<void> => {
    const answer = await setUp(wanted)
    entered(client)
    setMade(answer)
  }
  const { draft, bind, form, failure } = useForm<Draft>({
    stored: { ...emptyDraft(Intl.DateTimeFormat().resolvedOptions().timeZone), ...noPassword },
    faults: faultsOf[step],
    showsFaultsLate: true,
    keepsEntries: true,
    work: async (entries) => {
      if (step === 1) await checkCode(entries.code)
      if (step === 3) await finish(entries)
    },
    fields,
    onDone: () => setStep(step === 1 ? 2 : 3),
    onFailed: (error) => setStep(step === 1 ? 1 : stepOf(error)),
  })
  const onBack = (): void => setStep(step === 3 ? 2 : 1)
  return { step, made, draft, bind, form, onBack, error: failure === null ? undefined : words(failure) }
}
