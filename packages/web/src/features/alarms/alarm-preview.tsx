import { type AlarmArgs, type AlarmTypeId, findAlarmType, messageOf, readArgs } from '@millwatch/domain/alarms'
import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../lib/clock.ts'
import { dateAndMinute } from '../../lib/dates.ts'
import { userQuery } from '../../scope/session.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { type AlarmDraft, alarmFault, argsFor, reassertOf } from './draft.ts'
import { exampleOf } from './example.ts'
import {
  type AlarmTypeFacts,
  alarmHistoryQuery,
  type ListedAlarm,
  type MachineOfAlarm,
  machineOfAlarmQuery,
} from './queries.ts'
import { Strokes } from './strokes.tsx'
import { figureOf } from './words.ts'

interface AlarmPreviewProps {
  alarm: ListedAlarm | undefined
  draft: AlarmDraft
  type: AlarmTypeFacts | undefined
}

/** Right part of the editor: the message as people will read it, and the trips of the past 90 days. */
export function AlarmPreview({ alarm, draft, type }: AlarmPreviewProps) {
  const { machineId = 0 } = draft
  const { data: machine } = useQuery({ ...machineOfAlarmQuery(machineId), enabled: machineId > 0 })
  return (
    <aside className="stack wide alarm-preview" aria-label="Preview">
      <section className="stack near">
        <h3 className="second strong value">What they will read</h3>
        {type === undefined || alarmFault(draft, type) !== undefined ? (
          <p className="note">The message stands here once the sentence is complete.</p>
        ) : machine === undefined ? (
          <Skeleton height={84} />
        ) : (
          <Message machine={machine} draft={draft} type={type} />
        )}
      </section>
      {alarm !== undefined && <Trips alarm={alarm} />}
    </aside>
  )
}

interface MessageProps {
  machine: MachineOfAlarm
  draft: AlarmDraft
  type: AlarmTypeFacts
}

/** Message about a trip that begins now. */
function Message({ machine, draft, type }: MessageProps) {
  const at = useNow(60_000)
  const { data: user } = useQuery(userQuery)
  const rule = findAlarmType(type.id)
  const args = rule && readArgs(rule, argsFor(type, draft.args)).args
  if (args === undefined) return null
  const { title, lines } = messageOf({
    about: 'tripped',
    typeId: type.id as AlarmTypeId,
    args,
    context: machine.settings,
    machine: machine.name,
    units: machine.units,
    trip: {
      trippedAt: at,
      clearedAt: null,
      value: exampleOf(type.id as AlarmTypeId, args as AlarmArgs, machine.settings, at),
    },
    reassertMin: type.config.reassert_enabled ? reassertOf(draft) : null,
    zone: machine.zone,
    style: { locale: user?.locale ?? null, clockHours: user?.clock_hours ?? null },
    now: at,
  })
  return (
    <div className="box callout stack flush second" data-testid="message">
      <b className="strong value any-break">{title}</b>
      {lines.map((line) => (
        <span key={line} className="any-break">
          {line}
        </span>
      ))}
    </div>
  )
}

/** Latest trips that are listed. */
const LISTED = 3

function Trips({ alarm }: { alarm: ListedAlarm }) {
  const { data } = useQuery(alarmHistoryQuery(alarm.id))
  const { data: machine } = useQuery(machineOfAlarmQuery(alarm.equipment_id))
  if (data === undefined || machine === undefined) return null
  return (
    <section className="stack near">
      <h3 className="second strong value">Tripped, last 90 days</h3>
      <div className="row">
        <Strokes trips={data.page} />
      </div>
      <dl className="stack tight second">
        {data.page.slice(0, LISTED).map((trip) => (
          <div key={trip.id} className="spread">
            <dt>{dateAndMinute(Date.parse(trip.created_at), machine.zone)}</dt>
            <dd className="strong value">{figureOf(alarm.alarm_type_id, trip)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
