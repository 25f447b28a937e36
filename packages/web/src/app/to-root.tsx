import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { userQuery } from '../scope/session.ts'

/** Redirects `/` to the root unit of the company. */
export function ToRoot() {
  const { data: user } = useQuery(userQuery)
  const { message } = App.useApp()
  useEffect(() => {
    void message.info('Redirected to root org unit', 5)
  }, [message])
  return user === undefined ? null : <Navigate to={`/o/${user.root_org_unit_id}`} replace />
}
