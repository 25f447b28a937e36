import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useTreeLive } from '../features/tree/live.ts'
import { Navigator, type NodeKey } from '../features/tree/navigator.tsx'
import { companyQuery } from '../features/tree/queries.ts'
import { Bone } from '../ui/notice.tsx'
import { FoldIcon } from './icons.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import type { SidePanel } from './use-side-panel.ts'
import type { SessionUser } from './user.ts'

interface SidebarProps {
  user: SessionUser
  open: boolean
  /** Lies over the page instead of beside it. */
  overlay: boolean
  panel: SidePanel
  onPanel: (panel: SidePanel) => void
  onClose: () => void
  searchRef: React.RefObject<HTMLInputElement | null>
}

const selectedOf = (path: string): NodeKey | undefined => {
  const [, which, id] = /^\/([eo])\/(\d+)/.exec(path) ?? []
  return which === undefined ? undefined : `${which as 'e' | 'o'}-${Number(id)}`
}

function TreeBones() {
  return (
    <div className="sidebar-bones" aria-hidden="true">
      {[70, 55, 62, 48, 58, 66, 50].map((width) => (
        <Bone key={width} width={`${width}%`} />
      ))}
    </div>
  )
}

interface SideFoldProps {
  title: string
  open: boolean
  onOpen: () => void
  children: React.ReactNode
}

/** One of the two panels: its head stays, its content is there while it is open. */
function SideFold({ title, open, onOpen, children }: SideFoldProps) {
  return (
    <section className={`side-fold${open ? ' side-fold-open' : ''}`} aria-label={title}>
      <button type="button" className="side-fold-head" aria-expanded={open} onClick={onOpen}>
        <FoldIcon open={open} />
        {title}
      </button>
      {open && <div className="side-fold-body">{children}</div>}
    </section>
  )
}

/** The left sidebar: the company tree, and Settings. */
export function Sidebar({ user, open, overlay, panel, onPanel, onClose, searchRef }: SidebarProps) {
  useTreeLive(user.root_org_unit_id)
  const { data: company } = useQuery(companyQuery)
  const { pathname } = useLocation()
  const closeOver = () => overlay && onClose()
  return (
    <>
      {overlay && open && (
        <button type="button" className="scrim" aria-label="Close the company tree" onClick={onClose} />
      )}
      <aside
        id="company-tree"
        className={`sidebar${overlay ? ' sidebar-over' : ''}`}
        hidden={!open}
        aria-label="Company"
      >
        <SideFold
          title="Company Tree"
          open={panel === 'tree'}
          onOpen={() => onPanel(panel === 'tree' ? 'settings' : 'tree')}
        >
          {company === undefined ? (
            <TreeBones />
          ) : (
            <Navigator
              root={company.tree}
              selected={selectedOf(pathname)}
              onNavigate={closeOver}
              searchRef={searchRef}
            />
          )}
        </SideFold>
        <SideFold
          title="Settings"
          open={panel === 'settings'}
          onOpen={() => onPanel(panel === 'settings' ? 'tree' : 'settings')}
        >
          <SettingsPanel user={user} onNavigate={closeOver} />
        </SideFold>
      </aside>
    </>
  )
}
