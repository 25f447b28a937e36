import type { AlarmTrip } from '../../features/alarms/queries.ts'
import { completedAt, partsText } from '../../features/maintenance/words.ts'
import { now } from '../../lib/clock.ts'
import { dateAndMinute, dayOf } from '../../lib/dates.ts'
import { NONE } from '../../lib/format.ts'
import { personName } from '../../lib/person-name.ts'
import { Table } from '../../ui/table.tsx'

/** Row of a history of maintenance: a trip with its completion, and the id of the type of its alarm. */
export interface HistoryRow {
  readonly trip: AlarmTrip
  readonly typeId: number
  /** Name of the maintenance and of its machine; absent in the history of a single maintenance. */
  readonly about?: { readonly name: string; readonly equipment: string }
}

interface CompletionsTableProps {
  label: string
  rows: readonly HistoryRow[]
  zone: string
}

/**
 * Table of completed maintenance, and of trips that are not completed or were withdrawn. If the first row has `about`, it has a
 * column with the name of the maintenance and its machine.
 */
export function CompletionsTable({ label, rows, zone }: CompletionsTableProps) {
  const hasAbout = rows[0]?.about !== undefined
  const columns = ['Completed', ...(hasAbout ? ['Maintenance'] : []), 'At', 'By', 'Notes and parts']
  return (
    <Table label={label} columns={columns}>
      {rows.map((row) => (
        <CompletionRow key={row.trip.id} row={row} zone={zone} />
      ))}
    </Table>
  )
}

function CompletionRow({ row: { trip, typeId, about }, zone }: { row: HistoryRow; zone: string }) {
  const amount = completedAt(typeId, trip)
  const parts = partsText(trip.CriticalPartHistory)
  const by = trip.AcknowledgedByUser
  const isDone = trip.acknowledged_at !== null
  return (
    <tr>
      <td data-label="Completed">
        {trip.acknowledged_at === null ? (
          <NotDone trip={trip} zone={zone} />
        ) : (
          <span className="one-line">{dateAndMinute(Date.parse(trip.acknowledged_at), zone)}</span>
        )}
      </td>
      {about !== undefined && (
        <td data-label="Maintenance">
          <span className="stack flush">
            <bdi className="any-break">{about.name}</bdi>
            <bdi className="note any-break">{about.equipment}</bdi>
          </span>
        </td>
      )}
      <td data-label="At">
        {amount === undefined ? (
          NONE
        ) : (
          <span className="block one-line">
            {amount.at}
            <span className="note block">{amount.off}</span>
          </span>
        )}
      </td>
      <td data-label="By">{by === null ? isDone ? 'a former member' : NONE : <bdi>{personName(by)}</bdi>}</td>
      <td data-label="Notes and parts">
        <span className="stack flush">
          {trip.acknowledged_notes !== null && <bdi className="any-break">{trip.acknowledged_notes}</bdi>}
          {parts !== '' && <span className="note any-break">{parts}</span>}
        </span>
      </td>
    </tr>
  )
}

/**
 * Text about a trip that nobody has completed: that it is not done yet, with the day since which it is due, or that late data has
 * withdrawn it.
 */
function NotDone({ trip, zone }: { trip: AlarmTrip; zone: string }) {
  const day = dayOf(Date.parse(trip.created_at), zone, now())
  if (trip.kind === 'withdrawn') return <span className="muted">withdrawn, was due {day}</span>
  return <span className={trip.cleared_at === null ? 'alert' : 'muted'}>not yet, due since {day}</span>
}
