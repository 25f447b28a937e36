import './settings.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { AccountForm } from '../../features/identity/account-form.tsx'
import { Invitations } from '../../features/identity/invitations.tsx'
import { SecondFactorPanel } from '../../features/identity/second-factor-panel.tsx'
import { SessionList } from '../../features/identity/session-list.tsx'
import { companyQuery } from '../../features/tree/queries.ts'
import { useTitle } from '../../lib/title.ts'
import { usePageZone } from '../../scope/place.ts'
import { userQuery } from '../../scope/session.ts'
import { General } from './general.tsx'

const tabs = [
  ['general', 'General'],
  ['security', 'Security'],
] as const

/** Page with the person's own settings, on the tabs General and Security, and their open invitations. */
export function SettingsPage() {
  useTitle('Settings')
  const [search] = useSearchParams()
  const { data: user } = useQuery(userQuery)
  const { data: company } = useQuery(companyQuery)
  usePageZone(company?.timezone)
  const tab = search.get('tab') === 'security' ? 'security' : 'general'
  if (user === undefined) return null
  const to = (name: string): string => {
    const next = new URLSearchParams(search)
    if (name === 'general') next.delete('tab')
    else next.set('tab', name)
    return next.size === 0 ? '/setup/user' : `/setup/user?${next}`
  }
  return (
    <div className="stack page own-settings">
      <header className="stack page-head">
        <div className="row apart page-title-row">
          <h1 className="any-break page-title">Settings</h1>
          <span className="second page-second">{user.username}</span>
        </div>
      </header>
      <Invitations invitations={user.invitations} />
      <nav className="tab-list tabs" aria-label="Tabs of the settings">
        {tabs.map(([name, words]) => (
          <Link
            key={name}
            to={to(name)}
            className="muted tab-button tab"
            aria-current={name === tab ? 'page' : undefined}
          >
            {words}
          </Link>
        ))}
      </nav>
      {tab === 'general' ? (
        <General user={user} />
      ) : (
        <div className="stack">
          <AccountForm key={user.username} user={user} />
          <SecondFactorPanel />
          <SessionList />
        </div>
      )}
    </div>
  )
}
