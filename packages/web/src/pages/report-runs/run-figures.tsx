import { type RunSums, sumOfRuns } from '@millwatch/domain/runs'
import type { ReportRun, RunsReport } from '../../features/reports/runs.ts'
import { count, NONE, oneDecimal, quantity } from '../../lib/format.ts'
import { How } from '../../ui/how.tsx'
import { Figure } from '../../ui/panel.tsx'

interface RunFiguresProps {
  runs: RunsReport
  countsScrap: boolean
  /** True for a unit, whose runs are on several machines. */
  hasMachines: boolean
}

/** Returns a percentage as text with one decimal and a percent sign; a value below 100 reads at most 99.9 %. A dash for null. */
export const shareWords = (pct: number | null): string =>
  pct === null ? NONE : `${oneDecimal(pct < 100 ? Math.min(pct, 99.9) : pct)} %`

const going = ({ goingOn, isLive }: RunsReport): string =>
  isLive ? `${count(goingOn.length)} still going on` : `${count(goingOn.length)} went on after it`

/**
 * Row of figures about the runs that ended in the period: their number, parts, share of the parts desired, and in a company that
 * counts scrap the scrap.
 */
export function RunFigures({ runs, countsScrap, hasMachines }: RunFiguresProps) {
  const sums = sumOfRuns(runs.ended)
  const indefinite = sums.runs - sums.runsWithTotal
  return (
    <section className="panel" aria-label="Figures of the period">
      <dl className="stack figure-list report-figures">
        <Figure label="Runs ended" value={count(sums.runs)} note={going(runs)} />
        <Figure label="# Parts Actual" value={quantity(sums.partsActual)} note="all runs" />
        <Figure
          label="Of # Parts Desired"
          value={<span data-testid="of-desired">{shareWords(sums.pctOfDesired)}</span>}
          note={
            <>
              {quantity(sums.partsActualOfDesired)} of {quantity(sums.partsDesired)}{' '}
              <How name="share of the parts desired">
                <OfDesired sums={sums} runs={runs} />
              </How>
            </>
          }
        />
        <Figure
          label="Reached the quantity"
          value={
            <>
              {count(sums.runsAtTotal)} <span className="second regular">of {count(sums.runsWithTotal)}</span>
            </>
          }
          note={`${count(indefinite)} ${indefinite === 1 ? 'runs' : 'run'} indefinitely`}
        />
        {countsScrap && <ScrapFigure sums={sums} runs={runs.ended} hasMachines={hasMachines} />}
      </dl>
    </section>
  )
}

function ScrapFigure({ sums, runs, hasMachines }: { sums: RunSums; runs: readonly ReportRun[]; hasMachines: boolean }) {
  const most = runs.reduce<ReportRun | undefined>((a, b) => (b.scrapQty > (a?.scrapQty ?? 0) ? b : a), undefined)
  const words = most === undefined ? undefined : [...most.tags.slice(0, 1), ...(hasMachines ? [most.machine] : [])]
  return (
    <Figure
      label="Scrap Qty"
      value={
        <>
          {count(sums.scrapQty)} <span className="second regular">{shareWords(sums.scrapPct)}</span>
        </>
      }
      note={
        words === undefined ? (
          'no scrap'
        ) : (
          <span className="two-lines" title={words.join(', ')}>
            most: <bdi>{words.join(', ')}</bdi>
          </span>
        )
      }
    />
  )
}

/** Explanation of the share of the parts desired: formula, its numbers, and the runs that are left out. */
function OfDesired({ sums, runs }: { sums: RunSums; runs: RunsReport }) {
  const indefinite = sums.runs - sums.runsWithTotal
  const leftOut = [
    `${count(indefinite)} indefinite ${indefinite === 1 ? 'run' : 'runs'}, with ${quantity(sums.partsActual - sums.partsActualOfDesired)} parts`,
    `${count(runs.goingOn.length)} ${runs.goingOn.length === 1 ? 'run' : 'runs'} that went on at the end of the period`,
  ]
  return (
    <>
      <p className="muted">of # parts desired = # parts actual / # parts desired</p>
      <p>
        {quantity(sums.partsActualOfDesired)} / {quantity(sums.partsDesired)} = <b>{shareWords(sums.pctOfDesired)}</b>
      </p>
      <p>
        Sums over the {count(sums.runsWithTotal)} runs with a part quantity that ended in the period, never an average
        of percentages. Scrap is included.
      </p>
      <p className="note">Left out: {leftOut.join('; ')}.</p>
    </>
  )
}
