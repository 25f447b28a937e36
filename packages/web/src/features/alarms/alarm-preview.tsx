import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useNow } from '../../lib/clock.ts'
import { dateAndMinute, shortDay } from '../../lib/dates.ts'
import { useSettledValue } from '../../lib/use-settled-value.ts'
import { usePaths } from '../../scope/links.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { type AlarmDraft, alarmFault, argsFor, reassertOf } from './draft.ts'
import { backtestQuery, previewQuery } from './draft-queries.ts'
import { type AlarmTrip, type AlarmTypeFacts, alarmHistoryQuery, type ListedAlarm } from './queries.ts'
import { Strokes, tripsOfLast90Days } from './strokes.tsx'
import { figureOf } from './words.ts'

interface AlarmPreviewProps {
  alarm: ListedAlarm | undefined
  draft: AlarmDraft
  type: AlarmTypeFacts | undefined
  zone: string
}

/** Time from the last change of an entry to the request for a new preview, ms. */
const SETTLED_MS = 400

/**
 * Right part of the alarm editor: the message as people will read it, and the trips of the past 90 days. These are the stored
 * trips if type, machine and arguments are those of the stored alarm, else the trips that there would have been. While an entry
 * is missing or wrong, it shows only a note that the message appears later.
 */
export function AlarmPreview({ alarm, draft, type, zone }: AlarmPreviewProps) {
  const isComplete = type !== undefined && alarmFault(draft, type) === undefined
  return (
    <aside className="stack wide top alarm-preview" aria-label="Preview">
      {isComplete ? (
        <OfDraft key={`${type.id} ${draft.machineId}`} alarm={alarm} draft={draft} type={type} zone={zone} />
      ) : (
        <section className="stack near">
          <h3 className="second strong value">What they will read</h3>
          <p className="note">The message appears here once the sentence is complete.</p>
        </section>
      )}
    </aside>
  )
}

function OfDraft({ alarm, draft, type, zone }: AlarmPreviewProps & { type: AlarmTypeFacts }) {
  const isRepeated = type.config.reassert_enabled
  const terms = JSON.stringify({
    alarm_type_id: type.id,
    equipment_id: draft.machineId,
    args: argsFor(type, draft.args),
  })
  const settled = useSettledValue(terms, SETTLED_MS)
  const repeat = useSettledValue(isRepeated ? reassertOf(draft) : null, SETTLED_MS)
  const message = useQuery(previewQuery(settled, repeat))
  const isStored = alarm !== undefined && terms === storedTerms(alarm, type)
  return (
    <>
      <section className="stack near" aria-busy={message.isFetching}>
        <h3 className="second strong value">What they will read</h3>
        {message.data !== undefined ? (
          <div className="box callout stack flush second">
            <b className="strong value any-break">{message.data.title}</b>
            {message.data.lines.map((line) => (
              <span key={line} className="any-break">
                {line}
              </span>
            ))}
          </div>
        ) : message.error !== null ? (
          <p className="note">{message.error.message}</p>
        ) : (
          <Skeleton height={84} />
        )}
      </section>
      {isStored ? (
        <PastTrips alarm={alarm} zone={zone} />
      ) : (
        <TripsOfDraft key={type.id} typeId={type.id} terms={settled} zone={zone} />
      )}
    </>
  )
}

/**
 * Returns type, machine and arguments of a stored alarm as JSON, to be compared with those of the draft. An argument that is not
 * stored is null.
 */
const storedTerms = (alarm: ListedAlarm, type: AlarmTypeFacts): string =>
  JSON.stringify({
    alarm_type_id: alarm.alarm_type_id,
    equipment_id: alarm.equipment_id,
    args: Object.fromEntries(Object.keys(argsFor(type, {})).map((name) => [name, alarm.args[name] ?? null])),
  })

/**
 * Section of the preview with the stored trips of an alarm in the past 90 days, without withdrawn ones and without maintenance
 * that was completed early: their number, a stroke for each, and the latest 3. A link leads to the whole history, unless that is
 * empty.
 */
function PastTrips({ alarm, zone }: { alarm: ListedAlarm; zone: string }) {
  const paths = usePaths()
  const { data } = useQuery(alarmHistoryQuery(alarm.id))
  const at = useNow(60_000)
  if (data === undefined) return <Skeleton height={120} />
  return (
    <section className="stack near">
      <h3 className="second strong value">Tripped, last 90 days</h3>
      <div className="row">
        <Strokes trips={data.page} />
      </div>
      <Latest
        typeId={alarm.alarm_type_id}
        trips={tripsOfLast90Days(data.page, at).map(({ created_at, value, args }) => ({ at: created_at, value, args }))}
        zone={zone}
      />
      {data.totalCount > 0 && (
        <Link to={paths.page(`/e/${alarm.equipment_id}/alarms?alarm=${alarm.id}`)} className="second">
          All of its history
        </Link>
      )}
    </section>
  )
}

interface TripsOfDraftProps {
  typeId: number
  /** Type, machine and arguments as JSON. */
  terms: string
  zone: string
}

/**
 * Section of the preview with the trips that an alarm would have had in the past 90 days with the entered arguments, or the error
 * if the server cannot compute them.
 */
function TripsOfDraft({ typeId, terms, zone }: TripsOfDraftProps) {
  const { data, error, isPlaceholderData } = useQuery(backtestQuery(terms))
  const { args } = JSON.parse(terms) as { args: AlarmTrip['args'] }
  if (data === undefined)
    return error === null ? <Skeleton height={120} /> : <p className="note">Past 90 days: {error.message}</p>
  const [from, to] = [Date.parse(data.startDate), Date.parse(data.endDate)]
  return (
    <section className="stack near" aria-busy={isPlaceholderData} style={{ opacity: isPlaceholderData ? 0.55 : 1 }}>
      <h3 className="second strong value">It would have tripped, last 90 days</h3>
      <div className="row">
        <Strokes trips={data.trips.map(({ tripped_at }) => ({ created_at: tripped_at }))} many={data.count} />
      </div>
      <p className="spread note">
        <span>{shortDay(from, zone)}</span>
        <span>{shortDay(to, zone)}</span>
      </p>
      <Latest
        typeId={typeId}
        trips={data.trips.map(({ tripped_at, value }) => ({ at: tripped_at, value, args }))}
        zone={zone}
      />
    </section>
  )
}

/** Number of the latest trips that the preview lists, at most. */
const LISTED = 3

interface LatestProps {
  typeId: number
  trips: readonly (Pick<AlarmTrip, 'value' | 'args'> & { readonly at: string })[]
  zone: string
}

const Latest = ({ typeId, trips, zone }: LatestProps) => (
  <dl className="stack tight second">
    {trips.slice(0, LISTED).map((trip) => (
      <div key={trip.at} className="spread">
        <dt>{dateAndMinute(Date.parse(trip.at), zone)}</dt>
        <dd className="strong value">{figureOf(typeId, trip)}</dd>
      </div>
    ))}
  </dl>
)
