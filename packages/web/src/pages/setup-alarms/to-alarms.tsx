import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { companyQuery } from '../../features/tree/queries.ts'
import { useTitle } from '../../lib/title.ts'
import { ReadError } from '../read-error.tsx'

/** Page at `/setup/alarms` that redirects to the alarms of the root unit once the company is loaded. */
export function ToAlarms() {
  useTitle('Alarms')
  const { data: company, error, refetch } = useQuery(companyQuery)
  if (company !== undefined) return <Navigate to={`/o/${company.root_org_unit_id}/alarms`} replace />
  if (error !== null) return <ReadError subject="The company" error={error} onRetry={() => void refetch()} />
  return (
    <p className="page" role="status">
      Redirecting to new alarms page...
    </p>
  )
}
