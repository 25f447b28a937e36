import { maintenanceText } from '@millwatch/domain/parts'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Maintenance, ReportPart } from '../../features/reports/parts.ts'
import { dateAndMinute } from '../../lib/dates.ts'
import { counted } from '../../lib/format.ts'
import { usePaths } from '../../scope/links.ts'
import { type RowColumn, RowTable } from '../../ui/row-table.tsx'

interface PartEventsProps {
  part: ReportPart
  hasMachines: boolean
  zone: string
  /** Instant near which dates are written without their year, epoch ms. */
  near: number
}

/** Panel with the work on one part in the period, latest first. */
export function PartEvents({ part, hasMachines, zone, near }: PartEventsProps) {
  const id = useId()
  const paths = usePaths()
  const columns: RowColumn<Maintenance>[] = [
    { name: 'at', head: 'Date', width: '150px', cell: ({ at }) => dateAndMinute(at, zone, near) },
    { name: 'action', head: 'Action', width: '190px', cell: ({ action, qty }) => maintenanceText(action, qty) },
    ...(hasMachines
      ? [
          {
            name: 'machine',
            head: 'Equipment',
            cell: ({ machine, machineId }: Maintenance) => (
              <Link to={paths.machine(machineId)} className="cut block value">
                <bdi>{machine}</bdi>
              </Link>
            ),
          },
        ]
      : []),
    {
      name: 'source',
      head: 'Done',
      cell: ({ isDuringStop }) => (isDuringStop ? 'during a stop' : 'by completed maintenance'),
    },
  ]
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="row panel-head">
        <h2 id={id} className="any-break title">
          <bdi>{part.number}</bdi>
        </h2>
        <span className="note">maintained {counted(part.count, 'time')}</span>
      </header>
      {part.events.length === 0 ? (
        <p className="muted" role="status">
          Nothing was done to this part in the period.
        </p>
      ) : (
        <RowTable
          label={`Maintenance of ${part.number}`}
          columns={columns}
          rows={part.events.toReversed()}
          rowPx={33}
          keyOf={(event) => event.id}
        />
      )}
    </section>
  )
}
