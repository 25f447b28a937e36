import { Link, useLocation } from 'react-router'
import { DashboardIcon, FullscreenIcon, UnfoldIcon } from './icons.tsx'

interface PageMenuProps {
  open: boolean
  narrow: boolean
  onToggle: () => void
  onFullscreen: () => void
}

/** Fullscreen is for `/e/{n}` and `/o/{n}` alone. */
export const mayGoFullscreen = (path: string): boolean => /^\/[eo]\/\d+$/.test(path)

/** The right sidebar: what can be done with the page on screen. */
export function PageMenu({ open, narrow, onToggle, onFullscreen }: PageMenuProps) {
  const { pathname } = useLocation()
  const dashboard = /^\/[eo]\/\d+/.exec(pathname)?.[0]
  const label = (words: string) => <span className={open ? 'page-menu-words' : 'sr-only'}>{words}</span>
  return (
    <nav className={`page-menu${open ? ' page-menu-open' : ''}`} aria-label="Page menu" id="page-menu">
      {dashboard !== undefined && (
        <Link
          to={dashboard}
          className="page-menu-item"
          aria-current={pathname === dashboard ? 'page' : undefined}
          title="Dashboard"
        >
          <DashboardIcon />
          {label('Dashboard')}
        </Link>
      )}
      {mayGoFullscreen(pathname) && (
        <button
          type="button"
          className="page-menu-item"
          onClick={onFullscreen}
          title="Enter Fullscreen Mode (f)"
          aria-keyshortcuts="f"
        >
          <FullscreenIcon />
          {label('Enter Fullscreen Mode')}
        </button>
      )}
      {!narrow && (
        <button
          type="button"
          className="page-menu-item page-menu-toggle"
          aria-expanded={open}
          onClick={onToggle}
          title={open ? 'Fold' : 'Unfold'}
        >
          <UnfoldIcon open={open} />
          {label(open ? 'Fold the page menu' : 'Unfold the page menu')}
        </button>
      )}
    </nav>
  )
}
