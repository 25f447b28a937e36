import './switch.css'

interface SwitchProps {
  /** What is switched, for those who do not see where it stands. */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** Why it cannot be switched; it then cannot. */
  locked?: string | undefined
  disabled?: boolean
  /** Words beside it. */
  children?: React.ReactNode
}

export function Switch({ label, checked, onChange, locked, disabled = false, children }: SwitchProps) {
  return (
    <label className="switch" title={locked}>
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
