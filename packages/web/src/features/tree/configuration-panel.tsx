import './configuration.css'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Subject } from '../../scope/subject.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { MachineForm } from './machine-form.tsx'
import { allUnitsQuery, machineFactsQuery } from './queries.ts'
import { TargetForm } from './target-form.tsx'
import { UnitForm } from './unit-form.tsx'

interface ConfigurationPanelProps {
  subject: Subject
  /** Form of the company, shown for the root unit in place of a unit's form. */
  company: React.ReactNode
}

/**
 * Form with the configuration of a machine or unit, which it loads by id; for the root unit the form `company` and the target. It
 * shows a placeholder while it loads.
 */
export function ConfigurationPanel({ subject: { which, id }, company }: ConfigurationPanelProps) {
  return which === 'e' ? <OfMachine key={id} id={id} /> : <OfUnit key={id} id={id} company={company} />
}

function OfMachine({ id }: { id: number }) {
  const query = useQuery(machineFactsQuery(id))
  if (query.data === undefined) return <Unread query={query} />
  return <MachineForm machine={query.data} />
}

function OfUnit({ id, company }: { id: number; company: React.ReactNode }) {
  const query = useQuery(allUnitsQuery)
  const unit = query.data?.find((candidate) => candidate.id === id)
  if (unit === undefined) return <Unread query={query} />
  if (unit.parent_id === null)
    return (
      <div className="stack wide tree-config-company">
        {company}
        <TargetForm unit={unit} />
      </div>
    )
  const parent = query.data?.find((candidate) => candidate.id === unit.parent_id)
  return <UnitForm unit={unit} above={parent ?? unit} />
}

/** Placeholder of a form that is loading, or the error with a button to try again. */
function Unread({ query }: { query: UseQueryResult<unknown> }) {
  if (query.isPending)
    return (
      <div className="stack wide" aria-busy="true">
        {[0, 1, 2, 3, 4].map((field) => (
          <Skeleton key={field} height={40} />
        ))}
      </div>
    )
  return (
    <TryAgain onRetry={query.refetch}>
      The configuration could not be read. {query.error?.message ?? 'It may have been removed'}
    </TryAgain>
  )
}
