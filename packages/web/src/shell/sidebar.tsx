import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useTreeLive } from '../features/tree/live.ts'
import { Navigator, type NodeKey } from '../features/tree/navigator.tsx'
import { companyQuery } from '../features/tree/queries.ts'
import { Bone } from '../ui/notice.tsx'

interface SidebarProps {
  rootId: number
  open: boolean
  /** Lies over the page instead of beside it. */
  overlay: boolean
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

/** The left sidebar: the company tree. */
export function Sidebar({ rootId, open, overlay, onClose, searchRef }: SidebarProps) {
  useTreeLive(rootId)
  const { data: company } = useQuery(companyQuery)
  const { pathname } = useLocation()
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
        {company === undefined ? (
          <TreeBones />
        ) : (
          <Navigator
            root={company.tree}
            selected={selectedOf(pathname)}
            onNavigate={() => overlay && onClose()}
            searchRef={searchRef}
          />
        )}
      </aside>
    </>
  )
}
