import { CompanyTree } from '../features/tree/company-tree.tsx'
import { useTreeLive } from '../features/tree/live.ts'
import { FoldIcon } from '../ui/icons.tsx'
import { ExplainedTree } from './explained-tree.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import type { SidePanel } from './use-side-panel.ts'
import type { SessionUser } from './user.ts'

interface SidebarProps {
  user: SessionUser
  open: boolean
  /** True if the sidebar is over the page instead of beside it. */
  overlay: boolean
  panel: SidePanel
  onPanel: (panel: SidePanel) => void
  onClose: () => void
  searchRef: React.RefObject<HTMLInputElement | null>
}

interface SideFoldProps {
  title: string
  open: boolean
  onOpen: () => void
  children: React.ReactNode
}

/** One of the two panels of the sidebar; its content is rendered only while it is open. */
function SideFold({ title, open, onOpen, children }: SideFoldProps) {
  return (
    <section className={`column side-fold${open ? ' grow' : ''}`} aria-label={title}>
      <button type="button" className="muted line strong side-fold-head" aria-expanded={open} onClick={onOpen}>
        <FoldIcon open={open} />
        {title}
      </button>
      {open && <div className="grow scroll">{children}</div>}
    </section>
  )
}

/** Left sidebar with one of two panels open: the company tree, kept current by live messages, or Settings. */
export function Sidebar({ user, open, overlay, panel, onPanel, onClose, searchRef }: SidebarProps) {
  useTreeLive(user.root_org_unit_id)
  const closeOver = () => overlay && onClose()
  return (
    <>
      {overlay && open && (
        <button type="button" className="scrim no-print" aria-label="Close the company tree" onClick={onClose} />
      )}
      <aside
        id="company-tree"
        className={`column lined no-print sidebar${overlay ? ' over sidebar-over' : ''}`}
        hidden={!open}
        aria-label="Company"
      >
        <SideFold
          title="Company Tree"
          open={panel === 'tree'}
          onOpen={() => onPanel(panel === 'tree' ? 'settings' : 'tree')}
        >
          <ExplainedTree>
            <CompanyTree onNavigate={closeOver} searchRef={searchRef} />
          </ExplainedTree>
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
