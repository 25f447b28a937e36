import { useState } from 'react'

interface SearchFieldProps {
  label: string
  value: string
  onValue: (value: string) => void
}

/**
 * Field that filters a list while typing; Escape clears it. While it has the focus it shows the typed text, even if `value`
 * follows later, as a value in the address does.
 */
export function SearchField({ label, value, onValue }: SearchFieldProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const change = (text: string): void => {
    setTyped(text)
    onValue(text)
  }
  return (
    <input
      type="search"
      className="well search-field"
      aria-label={label}
      placeholder={label}
      value={typed ?? value}
      onChange={(event) => change(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && change('')}
      onBlur={() => setTyped(undefined)}
    />
  )
}
