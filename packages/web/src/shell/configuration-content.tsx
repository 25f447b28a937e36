import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FactsPanel } from '../features/company/facts-panel.tsx'
import { userQuery } from '../features/identity/queries.ts'
import { ConfigurationPanel } from '../features/tree/configuration-panel.tsx'
import { companyKey, companyQuery } from '../features/tree/queries.ts'
import type { PanelContent } from './page-menu-panels.ts'

/** Configuration of the machine or unit on screen; for the root unit, that of the company. */
export function ConfigurationContent({ subject }: PanelContent) {
  const { data: user } = useQuery(userQuery)
  const mayChange = user !== undefined && (user.is_admin || user.is_superuser)
  return <ConfigurationPanel subject={subject} mayChange={mayChange} company={<OfCompany mayChange={mayChange} />} />
}

function OfCompany({ mayChange }: { mayChange: boolean }) {
  const client = useQueryClient()
  const { data: company } = useQuery(companyQuery)
  if (company === undefined) return null
  const onChanged = () => void client.invalidateQueries({ queryKey: companyKey })
  return <FactsPanel company={company} mayChange={mayChange} onChanged={onChanged} />
}
