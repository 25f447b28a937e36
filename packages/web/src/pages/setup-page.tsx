import './page.css'
import './setup.css'
import type { GuardedCall, OwnedSubject, Role } from '@millwatch/domain/identity'
import { useQuery } from '@tanstack/react-query'
import { companyQuery } from '../features/tree/queries.ts'
import { useTitle } from '../lib/title.ts'
import { usePageZone } from '../scope/place.ts'
import { leastRoleFor, useMay } from '../scope/rights.ts'
import { userQuery } from '../scope/session.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Notice } from '../ui/notice.tsx'

interface SetupPageProps {
  title: string
  /** Sentence about the purpose of the page. */
  second?: React.ReactNode
  /** API call that the page makes; people who may not make it see a notice instead of the page. */
  needs: GuardedCall
  /** Subject of that call, if the right depends on its owner. */
  about?: OwnedSubject
  /** Controls beside the title. */
  aside?: React.ReactNode
  children: React.ReactNode
}

/**
 * Layout of a page under Settings: title and purpose. A person who may not make the call `needs` gets a notice instead of the
 * content.
 */
export function SetupPage({ title, second, needs, about, aside, children }: SetupPageProps) {
  useTitle(title)
  const { data: user } = useQuery(userQuery)
  const may = useMay()
  const { data: company } = useQuery(companyQuery)
  usePageZone(company?.timezone)
  if (user === undefined) return null
  if (!may(needs, about))
    return <NotForYou title={title} least={leastRoleFor(needs, about)} rootId={user.root_org_unit_id} />
  return (
    <div className="stack page setup">
      <header className="row-spread bottom setup-head">
        <div className="stack page-head">
          <h1 className="any-break page-title">{title}</h1>
          {second !== undefined && <p className="second page-second">{second}</p>}
        </div>
        {aside !== undefined && <div className="row">{aside}</div>}
      </header>
      {children}
    </div>
  )
}

function NotForYou({ title, least, rootId }: { title: string; least: Role | null; rootId: number }) {
  return (
    <Notice
      alert
      whole
      title="You do not have the right to do this"
      ways={<ButtonLink to={`/o/${rootId}`}>Go to the company</ButtonLink>}
    >
      The page {title} is for {least}s of the company. Ask one of them if you need it.
    </Notice>
  )
}
