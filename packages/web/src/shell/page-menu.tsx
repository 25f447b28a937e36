import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { AddinIcon } from '../features/addins/addin-icon.tsx'
import { addinsQuery, isFor } from '../features/addins/queries.ts'
import { MaintenanceMenuIcon } from '../features/alarms/alarms-menu-icon.tsx'
import { companyQuery } from '../features/tree/queries.ts'
import { usePaths } from '../scope/links.ts'
import { useIsPageRead } from '../scope/page-read.ts'
import { pathOfSubject, type Subject, subjectOf } from '../scope/subject.ts'
import { DashboardIcon, FullscreenIcon, OperatorIcon, UnfoldIcon } from '../ui/icons.tsx'
import { useKeys } from '../ui/use-keys.ts'
import { submenus } from './page-menu-panels.ts'
import { usePagePanel } from './use-page-panel.ts'

interface PageMenuProps {
  open: boolean
  narrow: boolean
  onToggle: () => void
  onFullscreen: () => void
  /** Called after a choice; where the menu is over the page (`narrow`) also at Escape, to close it. */
  onChosen: () => void
}

/** Returns true for the path of a machine's or unit's own page, `/e/{n}` or `/o/{n}`. */
export const mayGoFullscreen = (path: string): boolean => /^\/[eo]\/\d+$/.test(path)

/**
 * Right sidebar for the present page. For a unit or machine it has links and buttons of its pages, panels and add-ins, on their
 * own pages full screen, and in a wide window a button that folds it.
 */
export function PageMenu({ open, narrow, onToggle, onFullscreen, onChosen }: PageMenuProps) {
  const { pathname } = useLocation()
  const subject = subjectOf(pathname)
  useKeys(narrow ? { Escape: onChosen } : {})
  return (
    <nav className={`column no-print page-menu${open ? ' page-menu-open' : ''}`} aria-label="Page menu" id="page-menu">
      {subject !== undefined && <OfSubject subject={subject} open={open} onChosen={onChosen} />}
      {mayGoFullscreen(pathname) && (
        <button
          type="button"
          className="muted line one-line item page-menu-item"
          onClick={onFullscreen}
          title="Enter Fullscreen Mode (f)"
          aria-keyshortcuts="f"
        >
          <FullscreenIcon />
          <Words open={open}>Enter Fullscreen Mode</Words>
        </button>
      )}
      {!narrow && (
        <button
          type="button"
          className="muted line one-line item page-menu-item page-menu-toggle"
          aria-expanded={open}
          onClick={onToggle}
          title={open ? 'Fold' : 'Unfold'}
        >
          <UnfoldIcon open={open} />
          <Words open={open}>{open ? 'Fold the page menu' : 'Unfold the page menu'}</Words>
        </button>
      )}
    </nav>
  )
}

const Words = ({ open, children }: { open: boolean; children: React.ReactNode }) => (
  <span className={open ? '' : 'sr-only'}>{children}</span>
)

function OfSubject({ subject, open, onChosen }: { subject: Subject; open: boolean; onChosen: () => void }) {
  const { pathname } = useLocation()
  const paths = usePaths()
  const dashboard = pathOfSubject(subject)
  const shown = usePagePanel()
  const { data: addins = [] } = useQuery({ ...addinsQuery, enabled: useIsPageRead() })
  const { data: hasOperatorView = false } = useQuery({ ...companyQuery, select: ({ config }) => config.operator_view })
  // Only on the page of the machine itself, and with the flag; the address works without it.
  const operator = hasOperatorView && pathname === dashboard && subject.which === 'e' && `${dashboard}/operator`
  return (
    <>
      <Link
        to={paths.page(dashboard)}
        className="muted line one-line item page-menu-item"
        aria-current={pathname === dashboard ? 'page' : undefined}
        title="Dashboard"
        onClick={onChosen}
      >
        <DashboardIcon />
        <Words open={open}>Dashboard</Words>
      </Link>
      {operator !== false && (
        <Link
          to={paths.page(operator)}
          className="muted line one-line item page-menu-item"
          title="Operator View"
          onClick={onChosen}
        >
          <OperatorIcon />
          <Words open={open}>Operator View</Words>
        </Link>
      )}
      {submenus
        .filter((submenu) => submenu.isFor(subject))
        .map(({ name, title, Icon }) => (
          <button
            key={name}
            type="button"
            className="muted line one-line item page-menu-item"
            title={title}
            aria-expanded={shown.open?.name === name}
            onClick={() => {
              shown.show(shown.open?.name === name ? undefined : name)
              onChosen()
            }}
          >
            <Icon />
            <Words open={open}>{title}</Words>
          </button>
        ))}
      <Link
        to={paths.page(`${dashboard}/pm`)}
        className="muted line one-line item page-menu-item"
        aria-current={pathname === `${dashboard}/pm` ? 'page' : undefined}
        title="Preventative Maintenance"
        onClick={onChosen}
      >
        <MaintenanceMenuIcon />
        <Words open={open}>Preventative Maintenance</Words>
      </Link>
      {addins
        .filter((addin) => isFor(addin, subject))
        .map((addin) => {
          const path = `${dashboard}/addin/${addin.id}`
          return (
            <Link
              key={addin.id}
              to={paths.page(path)}
              className="muted line one-line item page-menu-item"
              aria-current={pathname === path ? 'page' : undefined}
              title={addin.name}
              onClick={onChosen}
            >
              <AddinIcon addin={addin} />
              <Words open={open}>{addin.name}</Words>
            </Link>
          )
        })}
    </>
  )
}
