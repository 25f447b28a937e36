import { listMails } from '@millwatch/contract/http/notices'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { setupQuery } from '../scope/installation.ts'
import { usePaths } from '../scope/links.ts'
import { useMay } from '../scope/rights.ts'
import { settingsFor } from './settings-entries.ts'
import type { SessionUser } from './user.ts'

/** Links to the pages under Settings that the person may open. */
export function SettingsPanel({ user, onNavigate }: { user: SessionUser; onNavigate: () => void }) {
  const paths = usePaths()
  const may = useMay()
  const { data: installation } = useQuery({ ...setupQuery, enabled: may(listMails) })
  return (
    <nav className="stack settings" aria-label="Settings">
      {settingsFor(user, installation?.demo === true).map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h2 className="note medium settings-title">{group.title}</h2>
          <ul>
            {group.entries.map((entry) => (
              <li key={entry.path}>
                <NavLink
                  to={paths.page(entry.path)}
                  className="muted item line settings-entry"
                  end
                  onClick={onNavigate}
                >
                  {entry.words}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
