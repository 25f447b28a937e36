import type { PartsReport } from '../../features/reports/parts.ts'
import { count } from '../../lib/format.ts'
import { How } from '../../ui/how.tsx'
import { Figure } from '../../ui/panel.tsx'

/** Row of figures about the work on parts in the period. */
export function PartFigures({ report }: { report: PartsReport }) {
  const { parts } = report
  const maintained = parts.filter((part) => part.count > 0)
  const events = maintained.flatMap((part) => part.events)
  const qty = maintained.reduce((sum, part) => sum + part.qty, 0)
  const byAlarm = events.filter(({ isDuringStop }) => !isDuringStop).length
  const never = parts.filter((part) => part.lastAt === null)
  return (
    <section className="panel" aria-label="Figures of the period">
      <dl className="stack figure-list report-figures">
        <Figure
          label="Maintained"
          value={<span data-testid="maintained">{count(events.length)}</span>}
          note={
            <>
              times, {count(qty)} pieces{' '}
              <How name="count of maintenance">
                <p className="muted">maintained = rows of part history with their instant in the period</p>
                <p>
                  {count(events.length - byAlarm)} during stops + {count(byAlarm)} by completed maintenance ={' '}
                  <b>{count(events.length)}</b>
                </p>
                <p>The pieces are the sum of the quantities of these rows.</p>
                <p className="note">Left out: parts that were skipped when maintenance was completed.</p>
              </How>
            </>
          }
        />
        <Figure
          label="Parts maintained"
          value={
            <>
              {count(maintained.length)} <span className="second regular">of {count(parts.length)}</span>
            </>
          }
          note={`on ${count(report.machines)} ${report.machines === 1 ? 'machine' : 'machines'}`}
        />
        <Figure label="Never maintained" value={count(never.length)} note="parts, up to the end of the period" />
      </dl>
    </section>
  )
}
