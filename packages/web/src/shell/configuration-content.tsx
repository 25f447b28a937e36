import { useQuery } from '@tanstack/react-query'
import { FactsPanel } from '../features/company/facts-panel.tsx'
import { ConfigurationPanel } from '../features/tree/configuration-panel.tsx'
import { companyQuery } from '../features/tree/queries.ts'
import type { Subject } from '../scope/subject.ts'

/**
 * Content of the panel Configuration for the unit or machine on screen; it also gets the facts of the company, for the root unit.
 */
export function ConfigurationContent({ subject }: { subject: Subject }) {
  const { data: company } = useQuery(companyQuery)
  return <ConfigurationPanel subject={subject} company={company && <FactsPanel company={company} />} />
}
