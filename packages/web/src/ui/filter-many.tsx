import { useState } from 'react'
import { searchFor } from '../lib/search.ts'
import { Button } from './button.tsx'
import type { PickOption } from './combo-box.tsx'
import { CheckField } from './field.tsx'
import { FoldIcon } from './icons.tsx'
import { Opener } from './opener.tsx'
import { SearchField } from './search-field.tsx'

interface FilterManyProps {
  /** Name of the filter, such as `Equipment`. */
  label: string
  options: readonly PickOption[]
  /** Values of the chosen options; empty if none is chosen, which means all. */
  chosen: readonly string[]
  onChosen: (values: string[]) => void
}

/** Number of options above which there is a search field. */
const MANY = 12
/** Largest number of options in the list; the search finds the others. */
const MOST_LISTED = 200

/**
 * Button that opens a list of check boxes and passes the chosen values to `onChosen`. Its text is the chosen option, the number
 * of chosen ones, or `all` when none is chosen.
 */
export function FilterMany({ label, options, chosen, onChosen }: FilterManyProps) {
  const first = options.find(({ value }) => value === chosen[0])
  const words = chosen.length === 0 ? 'all' : chosen.length === 1 && first ? first.label : `${chosen.length} chosen`
  return (
    <Opener label={`${label} to show`} content={() => <Choices {...{ label, options, chosen, onChosen }} />}>
      <span>
        {label}: <bdi>{words}</bdi>
      </span>
      <FoldIcon open />
    </Opener>
  )
}

function Choices({ label, options, chosen, onChosen }: FilterManyProps) {
  const [search, setSearch] = useState('')
  const isFound = searchFor(search)
  const found = options.filter(({ label }) => isFound(label))
  const toggle = (value: string, isChosen: boolean): void =>
    onChosen(isChosen ? [...chosen, value] : chosen.filter((other) => other !== value))
  return (
    <>
      {options.length > MANY && (
        <SearchField label={`Search ${label.toLowerCase()}`} value={search} onValue={setSearch} />
      )}
      <div className="stack flush scroll-box">
        {found.slice(0, MOST_LISTED).map((option) => (
          <CheckField
            key={option.value}
            value={chosen.includes(option.value)}
            onValue={(isChosen) => toggle(option.value, isChosen)}
          >
            <bdi className="any-break">{option.label}</bdi>
          </CheckField>
        ))}
        {found.length === 0 && <p className="muted">Nothing has this name</p>}
        {found.length > MOST_LISTED && <p className="note">Type to find more</p>}
      </div>
      {chosen.length > 0 && <Button onClick={() => onChosen([])}>Show all</Button>}
    </>
  )
}
