import { useEffect, useState } from 'react'

export type ExportKind = 'csv' | 'json' | 'png'

interface ExportMenuProps {
  onExport: (kind: ExportKind) => void
  /** There is no picture on screen now. */
  noPicture: boolean
}

/** Without a choice the button comes back (specification 1, section 9). */
const REVERT_MS = 10_000

/** One button that becomes the choice of what to export, for 10 seconds or until something was. */
export function ExportMenu({ onExport, noPicture }: ExportMenuProps) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => setOpen(false), REVERT_MS)
    return () => clearTimeout(timer)
  }, [open])
  if (!open)
    return (
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <span aria-hidden="true">↓</span> Export
      </button>
    )
  const way = (kind: ExportKind) => (
    <button
      key={kind}
      type="button"
      className="button"
      onClick={() => {
        onExport(kind)
        setOpen(false)
      }}
    >
      {kind.toUpperCase()}
    </button>
  )
  return (
    <span className="export-menu" role="group" aria-label="Export as">
      {(noPicture ? (['csv', 'json'] as const) : (['png', 'csv', 'json'] as const)).map(way)}
    </span>
  )
}
