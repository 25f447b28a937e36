import './search-field.css'

interface SearchFieldProps {
  label: string
  value: string
  onValue: (value: string) => void
}

/** Field that filters a list while typing; Escape clears it. */
export function SearchField({ label, value, onValue }: SearchFieldProps) {
  return (
    <input
      type="search"
      className="search-field"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && onValue('')}
    />
  )
}
