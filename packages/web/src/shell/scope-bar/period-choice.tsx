import { offeredLengths, type PeriodUnit, periodWords, type RelativePeriod, relative } from '@millwatch/domain/scope'
import { useScope, useSetScope } from '../../scope/scope.ts'

const named: readonly RelativePeriod[] = [
  'today',
  'shift',
  'this-week',
  'yesterday',
  'last-shift',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
]

const units: readonly { readonly unit: PeriodUnit; readonly words: string }[] = [
  { unit: 'h', words: 'Hours' },
  { unit: 'd', words: 'Days' },
  { unit: 'w', words: 'Weeks' },
  { unit: 'm', words: 'Months' },
]

/**
 * Returns the numbers of units that can be chosen for a period; for months also 1, which the specification lists as a period of
 * its own.
 */
const amountsOf = (unit: PeriodUnit): readonly number[] =>
  unit === 'm' ? [1, ...offeredLengths.m] : offeredLengths[unit]

/** Buttons for periods that end now or depend on the present day or shift. A press sets the scope and calls `onChosen`. */
export function PeriodChoice({ onChosen }: { onChosen: () => void }) {
  const scope = useScope()
  const setScope = useSetScope()
  const choice = (period: RelativePeriod, words: string, name = words) => (
    <button
      key={period}
      type="button"
      className="muted box inline one-line chip"
      aria-pressed={scope.type === 'relative' && scope.period === period}
      aria-label={name}
      onClick={() => {
        setScope(relative(period))
        onChosen()
      }}
    >
      {words}
    </button>
  )
  return (
    <section className="stack scope-part" aria-label="Until now">
      <div className="stack near scope-named">{named.map((period) => choice(period, periodWords(period)))}</div>
      {units.map(({ unit, words }) => (
        <div key={unit} className="stack near scope-lengths">
          <span className="second scope-label">Past {words.toLowerCase()}</span>
          {amountsOf(unit).map((amount) =>
            choice(
              `${amount}${unit}`,
              String(amount),
              `Past ${amount} ${amount === 1 ? words.toLowerCase().slice(0, -1) : words.toLowerCase()}`,
            ),
          )}
        </div>
      ))}
    </section>
  )
}
