import type { Equipment } from '../../features/tree/types.ts'
import type { Figures } from '../../features/utilization/types.ts'
import { NONE, quantity } from '../../lib/format.ts'
import { money } from '../../lib/measures.ts'
import { Figure } from '../../ui/panel.tsx'

interface MoneyFiguresProps {
  machine: Pick<Equipment, 'hourly_revenue' | 'hourly_parts'>
  /** Figures of the period; undefined while they load. Amounts of revenue and parts are absent for users who may not see them. */
  figures: Figures | undefined
}

/**
 * Figures of revenue and of parts, each with actual, potential and missed amount. Each is left out if the machine has no rate per
 * hour for it, as in the answer for people who may not see rates.
 */
export function MoneyFigures({ machine, figures }: MoneyFiguresProps) {
  return (
    <>
      {machine.hourly_revenue != null && (
        <Three
          label="Revenue"
          how={`${money(machine.hourly_revenue)} an hour: effective run hours / scheduled hours`}
          actual={figures?.revenue}
          potential={figures?.potential_revenue}
          missed={figures?.missed_revenue}
          words={money}
        />
      )}
      {machine.hourly_parts != null && (
        <Three
          label="Parts"
          how={`parts counted / ${quantity(machine.hourly_parts)} an hour of scheduled time`}
          actual={figures?.parts}
          potential={figures?.potential_parts}
          missed={figures?.missed_parts}
          words={(value) => quantity(Math.round(value))}
        />
      )}
    </>
  )
}

interface ThreeProps {
  label: string
  how: string
  actual: number | undefined
  potential: number | undefined
  missed: number | undefined
  words: (value: number) => string
}

function Three({ label, how, actual, potential, missed, words }: ThreeProps) {
  return (
    <Figure
      label={label}
      value={<span title={how}>{actual === undefined ? NONE : words(actual)}</span>}
      note={
        potential === undefined || missed === undefined ? (
          ' '
        ) : (
          <span className="stack flush" title={how}>
            <span>potential {words(potential)}</span>
            <span className="sr-only"> · </span>
            <span>missed {words(missed)}</span>
          </span>
        )
      }
    />
  )
}
