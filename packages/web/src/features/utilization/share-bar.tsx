/**
 * Bar that is filled to `ratio` (0 to 1) of its width; a ratio above 0 is at least 2 px wide. It is hidden from screen readers,
 * as it repeats a figure beside it.
 */
export function ShareBar({ ratio, kind }: { ratio: number; kind: 'lost' | 'counted' }) {
  return (
    <span className={`share-bar share-bar-${kind}`} aria-hidden="true">
      {ratio > 0 && <span style={{ width: `max(2px, ${Math.min(1, ratio) * 100}%)` }} />}
    </span>
  )
}
