import { wallBack } from '@millwatch/domain/time'
import { useState } from 'react'
import { exportHistoryOf } from '../../features/alarms/export.ts'
import { PAGE } from '../../features/maintenance/queries.ts'
import { now } from '../../lib/clock.ts'
import { count } from '../../lib/format.ts'
import { ExportButton, tableForms } from '../../ui/export-button.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Panel } from '../../ui/panel.tsx'
import { Pager } from '../pager.tsx'
import { CompletionsTable, type HistoryRow } from './completions-table.tsx'

/**
 * Ranges over which a history can be exported, each as the time back from now, or undefined for all (specification 2, section 2).
 */
const ranges = {
  'last week': { days: 7 },
  'last month': { months: 1 },
  'last 3 months': { months: 3 },
  'last 6 months': { months: 6 },
  'last 12 months': { months: 12 },
  'all history': undefined,
} as const
type RangeName = keyof typeof ranges

interface HistoryPanelProps {
  title: string
  note: React.ReactNode
  rows: readonly HistoryRow[]
  /** Number of rows of the whole history. */
  total: number
  /** Page that is shown, from 0. */
  page: number
  onPage: (page: number) => void
  zone: string
  /** Name of the machine or unit, for the file. */
  entity: string
  /** Reads the ids of the alarms whose history is exported. */
  alarmIds: () => Promise<readonly number[]>
  /** Text for an empty history. */
  empty: string
}

/** Panel with a page of a history of maintenance, and its export over a range. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { title, note, rows, total, page, onPage, zone, entity, alarmIds, empty } = props
  const [range, setRange] = useState<RangeName>('last 12 months')
  const exporting = useSubmit({
    work: async (form: (typeof tableForms)[number]) => {
      const back = ranges[range]
      const from = back === undefined ? undefined : wallBack(now(), back, zone)
      await exportHistoryOf(await alarmIds(), { entity, subject: 'maintenance history', zone, from }, form)
    },
    failed: ({ message }) => message,
  })
  const first = page * PAGE
  return (
    <Panel
      title={title}
      note={note}
      aside={
        <>
          <select
            className="well"
            aria-label="Range to export"
            value={range}
            onChange={({ target }) => setRange(target.value as RangeName)}
          >
            {Object.keys(ranges).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <ExportButton forms={tableForms} subject="maintenance history" onExport={(form) => exporting.mutate(form)} />
        </>
      }
    >
      {rows.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <>
          <CompletionsTable label={title} rows={rows} zone={zone} />
          <p className="note">
            {count(first + 1)} to {count(first + rows.length)} of {count(total)}
          </p>
        </>
      )}
      <Pager
        first="Latest"
        isFirst={page === 0}
        isLast={first + PAGE >= total}
        onFirst={() => onPage(0)}
        onOlder={() => onPage(page + 1)}
      />
    </Panel>
  )
}
