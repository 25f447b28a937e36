import { byNaturalOrder } from '@millwatch/domain/tree'
import { useState } from 'react'
import { SearchField } from '../../ui/search-field.tsx'
import type { Offered } from './reason-panel.tsx'
import { reasonTone } from './reason-tones.ts'
import type { OperatorData } from './use-operator-data.ts'

const NO_GROUP = 'Other reasons'
const COLUMNS = 5

interface Column {
  readonly title: string | null
  readonly reasons: readonly Offered[]
}

const byName = (reasons: readonly Offered[]): Offered[] => reasons.toSorted((a, b) => byNaturalOrder(a.name, b.name))

/**
 * Returns the reasons in columns, each sorted by name: one column for each group in order of their names, with reasons without a
 * group in the last. If no reason has a group, returns five columns without titles, filled from A to Z. Empty without reasons.
 */
export function columnsOf(reasons: readonly Offered[]): Column[] {
  const groups = Map.groupBy(reasons, ({ group_name }) => group_name ?? NO_GROUP)
  if (groups.size === 1 && groups.has(NO_GROUP)) {
    const [sorted, height] = [byName(reasons), Math.ceil(reasons.length / COLUMNS)]
    return Array.from({ length: COLUMNS }, (_, index) => ({
      title: null,
      reasons: sorted.slice(index * height, (index + 1) * height),
    }))
  }
  const names = [...groups.keys()].toSorted(
    (a, b) => Number(a === NO_GROUP) - Number(b === NO_GROUP) || byNaturalOrder(a, b),
  )
  return names.map((title) => ({ title, reasons: byName(groups.get(title) ?? []) }))
}

const searchWords = ({ areReasonsRead, reasons }: OperatorData): string =>
  areReasonsRead ? `Search ${reasons.length} reasons` : 'Search reasons'

interface ReasonColumnsProps {
  data: OperatorData
  /** True if no stop that needs a reason is chosen; no reason can then be given. */
  isOff: boolean
  onGive: (reason: Offered) => void
}

/**
 * Buttons of all reasons in columns, and before them the last reasons given on this machine. A search dims the reasons that do
 * not match; Enter gives the only match. With `isOff` the buttons are disabled.
 */
export function ReasonColumns({ data, isOff, onGive }: ReasonColumnsProps) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const isFound = ({ name }: Offered): boolean => name.toLowerCase().includes(wanted)
  const found = data.reasons.filter(isFound)
  const recent = data.recent.flatMap((id) => data.reasons.filter((reason) => reason.id === id))
  const choose = (reason: Offered): void => {
    onGive(reason)
    setSearch('')
  }
  return (
    <div className="operator-columns">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field takes the only match */}
      <div
        className="row operator-columns-head"
        onKeyDown={(event) => {
          const [only, another] = found
          if (event.key !== 'Enter' || wanted === '' || only === undefined || another !== undefined || isOff) return
          if (event.target instanceof HTMLInputElement) choose(only)
        }}
      >
        <SearchField label={searchWords(data)} value={search} onValue={setSearch} />
        {recent.length > 0 && <span className="muted one-line">Recent here</span>}
        {recent.map((reason) => (
          <button
            key={reason.id}
            type="button"
            className="operator-button"
            disabled={isOff}
            onClick={() => choose(reason)}
          >
            {reason.name}
          </button>
        ))}
      </div>
      <div className="operator-groups">
        {columnsOf(data.reasons).map(({ title, reasons }, index) => (
          <div key={title ?? index} className="operator-group">
            {title !== null && <h3 className="muted">{title}</h3>}
            {reasons.map((reason) => (
              <button
                key={reason.id}
                type="button"
                className="operator-button operator-choice"
                style={{ '--tone': reasonTone(reason.id) } as React.CSSProperties}
                data-dim={!isFound(reason)}
                disabled={isOff}
                onClick={() => choose(reason)}
              >
                {reason.name}
                {reason.favorite && (
                  <span className="operator-star" role="img" aria-label="favorite">
                    ★
                  </span>
                )}
              </button>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
