import './panel.css'

interface MeterProps {
  value: number | null
  label: string
  className?: string
}

/** Bar for a value from 0 to 100; a value outside is drawn at the limit, null as empty. */
export function Meter({ value, label, className = '' }: MeterProps) {
  const shown = value === null || !Number.isFinite(value) ? 0 : Math.min(100, Math.max(0, value))
  return (
    <div
      className={`meter ${className}`}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown * 100) / 100}
    >
      <div className="meter-fill" style={{ width: `${shown}%` }} />
    </div>
  )
}
