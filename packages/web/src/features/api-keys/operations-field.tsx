import { searchFor } from '../../lib/search.ts'
import './api-keys.css'
import { useState } from 'react'
import { CheckField } from '../../ui/field.tsx'
import { SearchField } from '../../ui/search-field.tsx'

interface OperationsFieldProps {
  offered: readonly string[]
  chosen: readonly string[]
  onChosen: (chosen: string[]) => void
}

/**
 * Searchable list of checkboxes for the operations that an API key may do. `onChosen` gets all chosen operations after each
 * change, the added one last.
 */
export function OperationsField({ offered, chosen, onChosen }: OperationsFieldProps) {
  const [words, setWords] = useState('')
  const isFound = searchFor(words)
  const shown = offered.filter((operation) => isFound(operation))
  return (
    <fieldset className="stack tight operations">
      <legend>
        Operations <span className="value">{chosen.length} chosen</span>
      </legend>
      <SearchField label="Find an operation" value={words} onValue={setWords} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <div className="well scroll-box column operations-list" tabIndex={0} role="group" aria-label="Operations offered">
        {shown.map((operation) => (
          <CheckField
            key={operation}
            value={chosen.includes(operation)}
            onValue={(isOn) =>
              onChosen(isOn ? [...chosen, operation] : chosen.filter((selected) => selected !== operation))
            }
          >
            <code>{operation}</code>
          </CheckField>
        ))}
        {shown.length === 0 && <p>No operation is called “{words.trim()}”.</p>}
      </div>
    </fieldset>
  )
}
