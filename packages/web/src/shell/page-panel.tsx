import './page-panel.css'
import { Suspense, useEffect, useId, useRef } from 'react'
import { pathOfSubject, type Subject } from '../scope/subject.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { Bone } from '../ui/notice.tsx'
import type { Submenu } from './page-menu-panels.ts'

interface PagePanelProps {
  submenu: Submenu
  subject: Subject
  /** It lies over the page instead of beside it. */
  overlay: boolean
  onClose: () => void
}

function PanelBones() {
  return (
    <div className="page-panel-bones" aria-busy="true">
      {[40, 100, 96, 64].map((width) => (
        <Bone key={width} width={`${width}%`} height={20} />
      ))}
    </div>
  )
}

/** What a submenu opens: beside the page, or over it where there is no room. */
export function PagePanel({ submenu: { name, title, Content }, subject, overlay, onClose }: PagePanelProps) {
  const titleId = useId()
  const body = useRef<HTMLElement>(null)
  // Opened over the page it is all one sees: whoever goes on by keyboard goes on there.
  useEffect(() => {
    if (overlay) body.current?.focus()
  }, [overlay])
  return (
    <>
      {overlay && <button type="button" className="scrim" aria-label={`Close ${title}`} onClick={onClose} />}
      <aside
        className={`page-panel${overlay ? ' page-panel-over' : ''}`}
        aria-labelledby={titleId}
        tabIndex={-1}
        ref={body}
        onKeyDown={(event) => {
          // Escape of a dialog that was opened from here bubbles through it.
          if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) onClose()
        }}
      >
        <header className="page-panel-head">
          <h2 id={titleId} className="page-panel-title">
            {title}
          </h2>
          <button type="button" className="button button-plain button-icon" aria-label="Close" onClick={onClose}>
            <CloseIcon />
          </button>
        </header>
        <div className="page-panel-body">
          <Suspense fallback={<PanelBones />}>
            <Content key={`${name} ${pathOfSubject(subject)}`} subject={subject} />
          </Suspense>
        </div>
      </aside>
    </>
  )
}
