import './children.css'
import { useMemo } from 'react'
import { exactSeconds, hours, percent } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ChildBars } from './child-bars.tsx'
import { ChildCircles } from './child-circles.tsx'
import { type Child, rowsOfChildren, sumOfShown } from './children.ts'
import { Explained } from './explained.tsx'
import { shownChoices } from './shown.ts'
import type { Explainable, Figures, Shown } from './types.ts'

export interface ChildrenChoices {
  readonly children: 'bars' | 'circles'
  readonly bars: Shown
  readonly expanded: boolean
}

interface ChildrenListProps {
  /** Unit whose children are listed, with its figures. */
  explainable: Explainable & { figures: Figures }
  /** Units and machines directly under the unit, in the order of the tree. */
  listed: readonly Child[]
  choices: ChildrenChoices
  onChoose: (change: Partial<ChildrenChoices>) => void
  /** Function that returns the address that a click on a child opens. */
  pathOf: (child: Child) => string
  /** Content in place of the list if the unit has no children. */
  empty: React.ReactNode
}

const views = [
  { name: 'bars', words: 'Bars' },
  { name: 'circles', words: 'Circles' },
] as const

/**
 * Panel with the units and machines directly under a unit as bars or circles, with choices for the view, and the unit's figure as
 * the sum of theirs and a rest. `onChoose` gets changed choices.
 */
export function ChildrenList({ explainable, listed, choices, onChoose, pathOf, empty }: ChildrenListProps) {
  const { children: view, bars: shown, expanded } = choices
  const rows = useMemo(() => rowsOfChildren(listed, expanded && view === 'bars'), [listed, expanded, view])
  const some = listed.some((child) => child.machines.length > 0)
  const shared = { explainable, shown, pathOf }
  return (
    <Panel
      title="By unit and machine"
      aside={
        listed.length > 0 && (
          <>
            {view === 'bars' && some && (
              <Button aria-pressed={expanded} onClick={() => onChoose({ expanded: !expanded })}>
                {expanded ? 'Hide equipment' : 'Show equipment'}
              </Button>
            )}
            {view === 'bars' && (
              <Choice label="Bars show" chosen={shown} options={shownChoices} onChoose={(bars) => onChoose({ bars })} />
            )}
            <Choice
              label="Units and machines as"
              chosen={view}
              options={views}
              onChoose={(children) => onChoose({ children })}
            />
          </>
        )
      }
    >
      {listed.length === 0 && empty}
      {listed.length > 0 && view === 'bars' && <ChildBars rows={rows} {...shared} />}
      {listed.length > 0 && view === 'circles' && <ChildCircles listed={listed} {...shared} />}
      {listed.length > 0 && <SumLine explainable={explainable} listed={listed} />}
    </Panel>
  )
}

const pair = (runS: number, scheduledS: number): string => `${hours(runS)} of ${hours(scheduledS)} h`

const leftOutWords = (machines: number): string => (machines === 1 ? 'the one left out' : `the ${machines} left out`)

/**
 * Line with the figure of the unit as the sum of the listed children and a rest; listed and rest are named only if there is a
 * rest or a child is excluded.
 */
function SumLine({ explainable, listed }: Pick<ChildrenListProps, 'explainable' | 'listed'>) {
  const { run_secs, scheduled_s, util_pct } = explainable.figures
  const sum = sumOfShown(listed, { runS: run_secs, scheduledS: scheduled_s })
  const isAll = sum.rest.runS === 0 && sum.rest.scheduledS === 0
  return (
    <div className="second wrap ruled children-sum" data-testid="sum">
      {(!isAll || sum.excludedMachines > 0) && (
        <span title={`${exactSeconds(sum.listed.runS)} of ${exactSeconds(sum.listed.scheduledS)}`}>
          {sum.excludedMachines === 0 ? 'listed' : `listed without ${leftOutWords(sum.excludedMachines)}`}:{' '}
          {pair(sum.listed.runS, sum.listed.scheduledS)}
        </span>
      )}
      {!isAll && (
        <span title={`${exactSeconds(sum.rest.runS)} of ${exactSeconds(sum.rest.scheduledS)}`}>
          moved, archived, left out or removed during the period: {pair(sum.rest.runS, sum.rest.scheduledS)}
        </span>
      )}
      <span className="value">
        Sum <b>{pair(run_secs, scheduled_s)}</b> ={' '}
        <Explained explainable={explainable}>
          <b>{percent(util_pct)}</b>
        </Explained>
      </span>
    </div>
  )
}
