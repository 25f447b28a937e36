import './switch.css'

interface SwitchProps {
  /** Name of the switch for screen readers. */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** Reason why the switch cannot be changed; undefined when it can be. */
  locked?: string | undefined
  disabled?: boolean
  /** Text beside the switch. */
  children?: React.ReactNode
}

export function Switch({ label, checked, onChange, locked, disabled = false, children }: SwitchProps) {
  return (
    <label className="inline switch" title={locked}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-label={locked === undefined ? label : `${label} (${locked})`}
        checked={checked}
        disabled={disabled || locked !== undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  )
}
