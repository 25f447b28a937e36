import { UNDER_UTILIZED_PCT } from '@millwatch/domain/utilization'

/** Bar of a utilization in percent (null: empty) with a stroke at 80 %; hollow for an excluded machine. */
export function UtilBar({ pct, excluded = false }: { pct: number | null; excluded?: boolean }) {
  return (
    <span className="meter anchor block total-bar" aria-hidden="true" data-excluded={excluded}>
      {pct !== null && pct > 0 && <span className="cover meter-fill" style={{ width: `${Math.min(100, pct)}%` }} />}
      <span className="placed-mark child-bar-limit" style={{ left: `${UNDER_UTILIZED_PCT}%` }} />
    </span>
  )
}
