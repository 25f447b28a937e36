import type { Zoom } from './use-window.ts'

/** What one can do with a zoomed picture. */
export function ZoomBar({ pan, nearer, wider, reset }: Zoom & { what: string }) {
  return (
    <span className="zoom-bar">
      <button type="button" className="zoom-button" aria-label="Earlier" aria-keyshortcuts="[" onClick={() => pan(-1)}>
        ‹
      </button>
      <button type="button" className="zoom-button" aria-label="Later" aria-keyshortcuts="]" onClick={() => pan(1)}>
        ›
      </button>
      <button type="button" className="zoom-button" aria-label="Nearer" aria-keyshortcuts="+" onClick={nearer}>
        +
      </button>
      <button type="button" className="zoom-button" aria-label="Wider" aria-keyshortcuts="-" onClick={wider}>
        −
      </button>
      <button type="button" className="zoom-button" aria-keyshortcuts="0" onClick={reset}>
        Reset zoom
      </button>
    </span>
  )
}
