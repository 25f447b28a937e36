import '../../features/company/company.css'
import { getCompany } from '@millwatch/contract/http/company'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { AddinsPanel } from '../../features/company/addins-panel.tsx'
import { FactsPanel } from '../../features/company/facts-panel.tsx'
import { FlagsPanel } from '../../features/company/flags-panel.tsx'
import { LogoPanel } from '../../features/company/logo-panel.tsx'
import { MeasuresPanel } from '../../features/company/measures-panel.tsx'
import { SignInPanel } from '../../features/company/sign-in-panel.tsx'
import { companyQuery } from '../../features/tree/queries.ts'
import { userQuery } from '../../scope/session.ts'
import { InvalidRequest } from '../not-found/invalid-request.tsx'
import { SetupPage } from '../setup-page.tsx'
import { Reading } from '../setup-reading.tsx'

/**
 * Page with the set-up of the person's company: facts, logo, features and add-ins. The address of another company shows a page
 * that it does not exist.
 */
export function CompanyPage() {
  const { id } = useParams()
  const { data: user } = useQuery(userQuery)
  if (user === undefined) return null
  if (id !== String(user.company_id)) return <InvalidRequest />
  return (
    <SetupPage title={user.company_name} needs={getCompany} second="Company set-up">
      <CompanySetup />
    </SetupPage>
  )
}

function CompanySetup() {
  const query = useQuery(companyQuery)
  return (
    <Reading query={query} subject="The company">
      {(company) => (
        <>
          <div className="stack company-grid">
            <div className="stack">
              <FactsPanel company={company} />
              <MeasuresPanel company={company} />
            </div>
            <div className="stack">
              <LogoPanel company={company} />
              <SignInPanel company={company} />
              <FlagsPanel config={company.config} />
            </div>
          </div>
          <AddinsPanel />
        </>
      )}
    </Reading>
  )
}
