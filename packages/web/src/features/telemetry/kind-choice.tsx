import './telemetry.css'

export type Kind = 'line' | 'scatter'

const kinds = [
  ['line', 'Line'],
  ['scatter', 'Scatter'],
] as const

/** Line or scatter. */
export function KindChoice({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  return (
    <fieldset className="choice">
      <legend className="sr-only">Chart type</legend>
      {kinds.map(([value, words]) => (
        <button
          key={value}
          type="button"
          className="choice-item"
          aria-pressed={kind === value}
          onClick={() => onChange(value)}
        >
          {words}
        </button>
      ))}
    </fieldset>
  )
}
