import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { NotificationBell } from '../features/notifications/bell.tsx'
import { companyQuery } from '../features/tree/queries.ts'
import { usePaths } from '../scope/links.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Button } from '../ui/button.tsx'
import { MoreIcon, SettingsIcon, TreeIcon } from '../ui/icons.tsx'
import { BusyLine } from './busy-line.tsx'
import { ConnectionState } from './connection-note.tsx'
import type { SessionUser } from './user.ts'
import { UserMenu } from './user-menu.tsx'
import { WallClock } from './wall-clock.tsx'

interface HeaderProps {
  /** Bar that selects the period, on pages that have one. */
  scope?: React.ReactNode
  user: SessionUser
  treeOpen: boolean
  settingsOpen: boolean
  menuOpen: boolean
  sidebars: boolean
  narrow: boolean
  fullscreen: boolean
  onTree: () => void
  onSettings: () => void
  onMenu: () => void
  onLeaveFullscreen: () => void
  onSignOut: () => void
  onHelp: () => void
}

export function Header({
  user,
  treeOpen,
  settingsOpen,
  menuOpen,
  sidebars,
  narrow,
  fullscreen,
  scope,
  ...on
}: HeaderProps) {
  const paths = usePaths()
  const { data: company } = useQuery(companyQuery)
  return (
    <header className="line anchor header" data-color={company?.config.header_color ?? undefined}>
      {sidebars && (
        <Button
          plain
          icon
          aria-label={treeOpen ? 'Hide company tree' : 'Show company tree'}
          aria-expanded={treeOpen}
          aria-controls="company-tree"
          onClick={on.onTree}
        >
          <TreeIcon />
        </Button>
      )}
      <Link to={paths.unit(user.root_org_unit_id)} className="inline value brand">
        <BrandMark size={14} />
        <span>Millwatch</span>
      </Link>
      {company?.logo_filename ? (
        <img className="company-logo" src={company.logo_filename} alt={user.company_name} title={user.company_name} />
      ) : (
        <span className="second two-lines dense company-name" title={user.company_name}>
          {user.company_name}
        </span>
      )}
      <div className="push line header-scope">{scope}</div>
      <div className="line header-end">
        <ConnectionState />
        <WallClock />
        {fullscreen && <Button onClick={on.onLeaveFullscreen}>Exit Fullscreen Mode</Button>}
        {sidebars && (
          <Button
            plain
            icon
            className="header-settings"
            aria-label="Settings"
            title="Settings"
            aria-expanded={settingsOpen}
            aria-controls="company-tree"
            onClick={on.onSettings}
          >
            <SettingsIcon />
          </Button>
        )}
        <NotificationBell />
        <UserMenu user={user} onSignOut={on.onSignOut} onHelp={on.onHelp} />
        {sidebars && narrow && (
          <Button plain icon aria-label="Page menu" aria-expanded={menuOpen} onClick={on.onMenu}>
            <MoreIcon />
          </Button>
        )}
      </div>
      <BusyLine />
    </header>
  )
}
