import { updateCompany } from '@millwatch/contract/http/company'
import { updateEquipment, updateOrgUnit } from '@millwatch/contract/http/tree'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FactsPanel } from '../features/company/facts-panel.tsx'
import { ConfigurationPanel } from '../features/tree/configuration-panel.tsx'
import { companyKey, companyQuery } from '../features/tree/queries.ts'
import { useMay } from '../scope/rights.ts'
import type { PanelContent } from './page-menu-panels.ts'

/** Content of the panel Configuration for the unit or machine on screen; for the root unit, the facts of the company. */
export function ConfigurationContent({ subject }: PanelContent) {
  const may = useMay()
  const mayChange = may(subject.which === 'o' ? updateOrgUnit : updateEquipment)
  const company = <OfCompany mayChange={may(updateCompany)} />
  return <ConfigurationPanel subject={subject} mayChange={mayChange} company={company} />
}

function OfCompany({ mayChange }: { mayChange: boolean }) {
  const client = useQueryClient()
  const { data: company } = useQuery(companyQuery)
  if (company === undefined) return null
  const onChanged = () => void client.invalidateQueries({ queryKey: companyKey })
  return <FactsPanel company={company} mayChange={mayChange} onChanged={onChanged} />
}
