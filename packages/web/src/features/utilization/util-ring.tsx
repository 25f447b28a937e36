import './children.css'

const RADIUS = 42
const ROUND = 2 * Math.PI * RADIUS

interface UtilRingProps {
  /** Utilization in percent; null (nothing scheduled) is drawn as an empty ring, more than 100 as a full one. */
  pct: number | null
  /** Width and height of the ring with its margin, px. */
  size: number
  excluded?: boolean
}

/**
 * Ring that is filled in proportion to the utilization of a machine or unit; hidden from screen readers, which get the figure as
 * text.
 */
export function UtilRing({ pct, size, excluded = false }: UtilRingProps) {
  const filled = (Math.min(100, Math.max(0, pct ?? 0)) / 100) * ROUND
  return (
    <svg viewBox="0 0 100 100" width={size} height={size} aria-hidden="true">
      <circle className="ring-track" cx="50" cy="50" r={RADIUS} />
      <circle
        className={excluded ? 'ring-fill ring-excluded' : 'ring-fill'}
        cx="50"
        cy="50"
        r={RADIUS}
        strokeDasharray={`${filled} ${ROUND}`}
      />
    </svg>
  )
}
