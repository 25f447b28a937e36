import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { userQuery } from '../scope/session.ts'
import { useToast } from '../ui/use-toast.tsx'

/** Page at `/`, which redirects to the root unit of the company and shows a message about it. */
export function ToRoot() {
  const { data: user } = useQuery(userQuery)
  const toast = useToast()
  useEffect(() => {
    toast.info('Redirected to root org unit', 5)
  }, [toast])
  return user === undefined ? null : <Navigate to={`/o/${user.root_org_unit_id}`} replace />
}
