import type { Answer } from '@millwatch/contract/endpoint'
import type { getUser } from '@millwatch/contract/http/sessions'
import { Link } from 'react-router'
import { usePaths } from '../scope/links.ts'
import { ConnectionNote } from './connection-note.tsx'
import { BrandIcon, MoreIcon, TreeIcon } from './icons.tsx'
import { UserMenu } from './user-menu.tsx'
import { WallClock } from './wall-clock.tsx'

interface HeaderProps {
  user: Answer<typeof getUser>['user']
  treeOpen: boolean
  sidebars: boolean
  narrow: boolean
  fullscreen: boolean
  onTree: () => void
  onMenu: () => void
  onLeaveFullscreen: () => void
  onSignOut: () => void
  onHelp: () => void
}

export function Header({ user, treeOpen, sidebars, narrow, fullscreen, ...on }: HeaderProps) {
  const paths = usePaths()
  return (
    <header className="header">
      {sidebars && (
        <button
          type="button"
          className="button button-plain button-icon"
          aria-label={treeOpen ? 'Hide company tree' : 'Show company tree'}
          aria-expanded={treeOpen}
          aria-controls="company-tree"
          onClick={on.onTree}
        >
          <TreeIcon />
        </button>
      )}
      <Link to={paths.unit(user.root_org_unit_id)} className="brand">
        <BrandIcon />
        Millwatch
      </Link>
      <span className="company-name" title={user.company_name}>
        {user.company_name}
      </span>
      <div className="header-end">
        <ConnectionNote />
        <WallClock />
        {fullscreen && (
          <button type="button" className="button" onClick={on.onLeaveFullscreen}>
            Exit Fullscreen Mode
          </button>
        )}
        <UserMenu user={user} onSignOut={on.onSignOut} onHelp={on.onHelp} />
        {sidebars && narrow && (
          <button type="button" className="button button-plain button-icon" aria-label="Page menu" onClick={on.onMenu}>
            <MoreIcon />
          </button>
        )}
      </div>
    </header>
  )
}
