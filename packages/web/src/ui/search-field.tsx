import './search-field.css'

interface SearchFieldProps {
  label: string
  value: string
  onValue: (value: string) => void
}

/** Narrows a list down while one types; Escape shows all again. */
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
