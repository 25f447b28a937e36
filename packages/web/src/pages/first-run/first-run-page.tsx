import './first-run.css'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { isStranger } from '../../features/identity/stranger.ts'
import { useTitle } from '../../lib/title.ts'
import { setupQuery } from '../../scope/installation.ts'
import { Form } from '../../ui/form/form.tsx'
import { Entrance } from '../entrance.tsx'
import { AdminStep } from './admin-step.tsx'
import { CompanyStep } from './company-step.tsx'
import { FirstEvents } from './first-events.tsx'
import { MachineStep } from './machine-step.tsx'
import { type Step, useFirstRun } from './use-first-run.ts'

const steps = ['Company and time zone', 'First admin', 'First machine'] as const

function Steps({ step }: { step: Step }) {
  return (
    <ol className="second wrap steps" aria-label="Steps">
      {steps.map((name, index) => (
        <li key={name} {...(index + 1 === step ? { 'aria-current': 'step' as const } : {})}>
          {index + 1}. {name}
        </li>
      ))}
    </ol>
  )
}

/**
 * Page that creates company, first superuser and first machine in three steps, in an installation without a company. With a
 * company, or if that cannot be read, it redirects to `/`, or without a session to the sign-in page. Renders nothing until that
 * is known.
 */
export function FirstRunPage() {
  useTitle('Set up')
  const { data: setup, error: unknown } = useQuery(setupQuery)
  const { step, made, draft, bind, form, onBack, error } = useFirstRun()
  if (made === undefined && (setup?.needed === false || unknown !== null))
    return <Navigate to={isStranger() ? '/login' : '/'} replace />
  if (made === undefined && setup === undefined) return null
  return (
    <Entrance wide title={made === undefined ? 'Set up Millwatch' : 'Connect the machine'} error={error}>
      <Steps step={step} />

      {made === undefined ? (
        <Form className="stack panel wide entrance-form" noValidate {...form}>
          {step === 1 && <CompanyStep bind={bind} onBack={onBack} />}
          {step === 2 && <AdminStep bind={bind} onBack={onBack} />}
          {step === 3 && <MachineStep bind={bind} busy={form.busy} onBack={onBack} />}
        </Form>
      ) : (
        <FirstEvents made={made} machineName={draft.machine_name.trim()} />
      )}
    </Entrance>
  )
}
