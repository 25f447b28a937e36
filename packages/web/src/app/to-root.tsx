import { createEquipment } from '@millwatch/contract/http/tree'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { companyQuery } from '../features/tree/queries.ts'
import { lastMachine } from '../scope/last-machine.ts'
import { useMay } from '../scope/rights.ts'
import { userQuery } from '../scope/session.ts'
import { useToast } from '../ui/use-toast.tsx'

const hasMachine = (unit: TreeNodeShape, id: number): boolean =>
  unit.equipment.some((machine) => machine.id === id) || unit.children.some((child) => hasMachine(child, id))

/**
 * Page at `/`, which redirects to the root unit of the company and shows a message about it. People who may not change the
 * machines are redirected to the operator screen of the machine that they last used, if the company has this screen and machine,
 * else to the machines of the root unit.
 */
export function ToRoot() {
  const { data: user } = useQuery(userQuery)
  const isOperator = !useMay()(createEquipment)
  const last = user && isOperator ? lastMachine(user) : undefined
  const { data: company, isError } = useQuery({ ...companyQuery, enabled: last !== undefined })
  if (user === undefined) return null
  const root = `/o/${user.root_org_unit_id}`
  if (!isOperator) return <ToUnit path={root} />
  if (last === undefined || isError) return <ToUnit path={`${root}?tab=equipment`} />
  if (company === undefined) return null
  if (company.config.operator_view && hasMachine(company.tree, last))
    return <Navigate to={`/e/${last}/operator`} replace />
  return <ToUnit path={`${root}?tab=equipment`} />
}

function ToUnit({ path }: { path: string }) {
  const toast = useToast()
  useEffect(() => {
    toast.info('Redirected to root org unit', 5)
  }, [toast])
  return <Navigate to={path} replace />
}
