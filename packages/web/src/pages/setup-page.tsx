import './page.css'
import './setup.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { userQuery } from '../features/identity/queries.ts'
import { companyQuery } from '../features/tree/queries.ts'
import { useTitle } from '../lib/title.ts'
import { usePageZone } from '../scope/place.ts'
import { Notice } from '../ui/notice.tsx'

interface SetupPageProps {
  title: string
  /** Sentence about the purpose of the page. */
  second?: React.ReactNode
  /** Least role that may see the page; others get a notice. */
  least: 'user' | 'admin' | 'superuser'
  /** Controls beside the title. */
  aside?: React.ReactNode
  children: React.ReactNode
}

/** Layout of a page under Settings: title, purpose, and the check of the role. */
export function SetupPage({ title, second, least, aside, children }: SetupPageProps) {
  useTitle(title)
  const { data: user } = useQuery(userQuery)
  const { data: company } = useQuery(companyQuery)
  usePageZone(company?.timezone)
  if (user === undefined) return null
  const isAdmin = user.is_admin || user.is_superuser
  const isAllowed = least === 'user' || (least === 'admin' ? isAdmin : user.is_superuser)
  if (!isAllowed) return <NotForYou title={title} least={least} rootId={user.root_org_unit_id} />
  return (
    <div className="page setup">
      <header className="setup-head">
        <div className="page-head">
          <h1 className="page-title">{title}</h1>
          {second !== undefined && <p className="page-second">{second}</p>}
        </div>
        {aside !== undefined && <div className="setup-aside">{aside}</div>}
      </header>
      {children}
    </div>
  )
}

function NotForYou({ title, least, rootId }: { title: string; least: 'user' | 'admin' | 'superuser'; rootId: number }) {
  return (
    <Notice
      alert
      whole
      title="You do not have the right to do this"
      ways={
        <Link to={`/o/${rootId}`} className="button">
          Go to the root unit
        </Link>
      }
    >
      {title} is for {least}s of the company. Members of that role can give it to you.
    </Notice>
  )
}
