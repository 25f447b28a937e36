import './page-panel.css'
import { Suspense, useEffect, useId, useRef } from 'react'
import { pathOfSubject, type Subject } from '../scope/subject.ts'
import { Button } from '../ui/button.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/notice.tsx'
import type { Submenu } from './page-menu-panels.ts'

interface PagePanelProps {
  submenu: Submenu
  subject: Subject
  /** True if the panel is over the page instead of beside it. */
  overlay: boolean
  onClose: () => void
}

function PanelSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      {[40, 100, 96, 64].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={20} />
      ))}
    </div>
  )
}

/** Panel with the content of a submenu, beside the page or (`overlay`) over it; Escape calls `onClose`. */
export function PagePanel({ submenu: { name, title, Content }, subject, overlay, onClose }: PagePanelProps) {
  const titleId = useId()
  const body = useRef<HTMLElement>(null)
  // A panel over the page gets the focus, unless somebody types in it while the window becomes narrow.
  useEffect(() => {
    if (overlay && !body.current?.contains(document.activeElement)) body.current?.focus()
  }, [overlay])
  return (
    <>
      {overlay && <button type="button" className="scrim no-print" aria-label={`Close ${title}`} onClick={onClose} />}
      <aside
        className={`column no-print page-panel${overlay ? ' over page-panel-over' : ''}`}
        aria-labelledby={titleId}
        tabIndex={-1}
        ref={body}
        onKeyDown={(event) => {
          // Escape in a dialog opened from here bubbles through this element.
          if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) onClose()
        }}
      >
        <header className="spread page-panel-head">
          <h2 id={titleId} className="title">
            {title}
          </h2>
          <Button plain icon aria-label="Close" onClick={onClose}>
            <CloseIcon />
          </Button>
        </header>
        <div className="grow scroll anchor page-panel-body">
          <Suspense fallback={<PanelSkeleton />}>
            <Content key={`${name} ${pathOfSubject(subject)}`} subject={subject} />
          </Suspense>
        </div>
      </aside>
    </>
  )
}
