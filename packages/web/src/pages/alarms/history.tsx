import { acknowledgeAlarm } from '@millwatch/contract/http/alarms'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { DeliveryLog } from '../../features/alarms/delivery-log.tsx'
import { exportHistory } from '../../features/alarms/export.ts'
import { type AlarmTrip, alarmChanges, alarmHistoryQuery, type ListedAlarm } from '../../features/alarms/queries.ts'
import { Strokes } from '../../features/alarms/strokes.tsx'
import { figureName, figureOf, kindWords } from '../../features/alarms/words.ts'
import { call } from '../../lib/api.ts'
import { useNow } from '../../lib/clock.ts'
import { dateAndTime, timeNear } from '../../lib/dates.ts'
import { compactDuration, count, duration, NONE } from '../../lib/format.ts'
import { personName } from '../../lib/person-name.ts'
import { useMay } from '../../scope/rights.ts'
import { ExportButton, tableForms } from '../../ui/export-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { Opener } from '../../ui/opener.tsx'
import { SubmitButton } from '../../ui/submit.tsx'
import { Table } from '../../ui/table.tsx'
import { TryAgain } from '../../ui/try-again.tsx'

interface AlarmHistoryProps {
  alarm: ListedAlarm
  zone: string
}

/**
 * Number of trips that the table of the history shows at first (specification 2, section 9). `Show more` adds five times this
 * number.
 */
const PAGE = 10

/**
 * History of an alarm: its trips as strokes over 90 days, a table of the newest with `Show more`, its export, and the log of
 * deliveries.
 */
export function AlarmHistoryPart({ alarm, zone }: AlarmHistoryProps) {
  const titleId = useId()
  const { data, error, refetch } = useQuery(alarmHistoryQuery(alarm.id))
  const [shown, setShown] = useState(PAGE)
  const exporting = useSubmit({
    work: (form: 'csv' | 'json') => exportHistory(alarm, zone, form),
    failed: (failure) => failure.message,
  })
  if (data === undefined)
    return error === null ? (
      <Skeleton height={120} />
    ) : (
      <TryAgain onRetry={refetch}>Alarm history could not be read: {error.message}</TryAgain>
    )
  const { page, totalCount } = data
  return (
    <section className="stack near" aria-labelledby={titleId}>
      <div className="row">
        <h2 id={titleId} className="strong">
          Alarm history
        </h2>
        <Strokes trips={page} />
        <ExportButton forms={tableForms} subject="alarm history" onExport={(form) => exporting.mutate(form)} />
      </div>
      {page.length === 0 ? (
        <p className="muted">This alarm has never tripped.</p>
      ) : (
        <Table
          label="Alarm history"
          columns={['Tripped', figureName(alarm.alarm_type_id), 'Lasted', 'Acknowledged', 'By', 'Notes']}
        >
          {page.slice(0, shown).map((trip) => (
            <TripRow key={trip.id} alarm={alarm} trip={trip} zone={zone} />
          ))}
        </Table>
      )}
      {page.length > 0 && (
        <p className="second">
          {count(Math.min(shown, page.length))} of {count(totalCount)}
          {shown < page.length && (
            <>
              {' · '}
              <button type="button" className="link-button" onClick={() => setShown(shown + 5 * PAGE)}>
                Show more
              </button>
            </>
          )}
          {shown >= page.length && totalCount > page.length && ' · the export has all'}
        </p>
      )}
      <DeliveryLog alarm={alarm} zone={zone} />
    </section>
  )
}

interface TripRowProps extends AlarmHistoryProps {
  trip: AlarmTrip
}

/**
 * Returns the length of a trip: `37 m 04 s`, or for an open trip its length until `at` (epoch ms), `6 m, still tripped`. Returns
 * `NONE` if it was cleared at the instant at which it began.
 */
function lastedWords(trip: AlarmTrip, at: number): string {
  const from = Date.parse(trip.created_at)
  if (trip.cleared_at === null) return `${compactDuration(at - from)}, still tripped`
  const to = Date.parse(trip.cleared_at)
  return to === from ? NONE : duration(to - from)
}

function TripRow({ alarm, trip, zone }: TripRowProps) {
  const at = useNow(60_000)
  const may = useMay()
  const tripped = Date.parse(trip.created_at)
  const kind = kindWords[trip.kind]
  const isOpen = trip.cleared_at === null
  const acknowledged = trip.acknowledged_at === null ? null : Date.parse(trip.acknowledged_at)
  const by = trip.AcknowledgedByUser
  return (
    <tr>
      <td data-label="Tripped">
        <span className="one-line">
          {dateAndTime(tripped, zone)}
          {kind !== undefined && (
            <span className="note" title={kind[1]}>
              {' '}
              {kind[0]}
            </span>
          )}
        </span>
      </td>
      <td data-label={figureName(alarm.alarm_type_id)}>{figureOf(alarm.alarm_type_id, trip)}</td>
      <td data-label="Lasted">{alarm.AlarmType.trippable ? lastedWords(trip, at) : '—'}</td>
      <td data-label="Acknowledged">
        {acknowledged !== null ? (
          timeNear(acknowledged, tripped, zone)
        ) : isOpen && may(acknowledgeAlarm) ? (
          <Opener label="Acknowledge the alarm" content={(close) => <Acknowledge id={alarm.id} onDone={close} />}>
            Acknowledge
          </Opener>
        ) : (
          <span className="muted">not acknowledged</span>
        )}
      </td>
      <td data-label="By">{by === null ? acknowledged !== null && 'a former member' : <bdi>{personName(by)}</bdi>}</td>
      <td data-label="Notes">
        {trip.acknowledged_notes !== null && <bdi className="any-break muted">{trip.acknowledged_notes}</bdi>}
      </td>
    </tr>
  )
}

/** Form that acknowledges the trip of an alarm, with optional notes. The server does not repeat the notice afterwards. */
export function Acknowledge({ id, onDone }: { id: number; onDone: () => void }) {
  const { bind, form } = useForm({
    stored: { notes: '' },
    work: ({ notes }) => call(acknowledgeAlarm, { params: { id }, body: { notes: notes.trim() || null } }),
    done: 'Alarm acknowledged',
    failed: 'Error acknowledging alarm',
    changes: alarmChanges,
    onDone,
  })
  const { value, onValue } = bind('notes')
  return (
    <Form {...form} className="stack near">
      <Field label="Notes" hint="Its notice is not repeated any more. Everybody sees who acknowledged it.">
        {(tied) => (
          <textarea
            {...tied}
            rows={3}
            maxLength={4000}
            value={value}
            onChange={({ target }) => onValue(target.value)}
          />
        )}
      </Field>
      <div>
        <SubmitButton busyText="Acknowledging…">Acknowledge</SubmitButton>
      </div>
    </Form>
  )
}
