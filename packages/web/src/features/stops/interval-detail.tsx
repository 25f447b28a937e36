import './stops.css'
import { restatementsOfEquipment } from '@millwatch/contract/http/reports-status'
import { ignoreStop } from '@millwatch/contract/other-operations'
import { DOWN } from '@millwatch/domain/status'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { fromIso, useAgingNow } from '../../lib/clock.ts'
import { timeNear } from '../../lib/dates.ts'
import { duration } from '../../lib/format.ts'
import { useMay } from '../../scope/rights.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { isQuiet, statusKey } from '../../ui/status.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { IgnoreStop } from './ignore-stop.tsx'
import { intervalQuery, reasonsQuery, type StatusInterval } from './queries.ts'
import { ReasonField } from './reason-field.tsx'
import { Restatements } from './restatements.tsx'
import { StopNotes } from './stop-notes.tsx'
import { UnsentMark, useUnsent } from './unsent.tsx'
import { useWriting, type Writing } from './use-writing.ts'
import { scheduledWords } from './words.ts'

/** Interval of status as the timeline shows it, before its details are loaded. */
interface Drawn {
  readonly id?: number
  readonly status: number
  /** Start and end, epoch ms; `to` is null for an open interval. */
  readonly from: number
  readonly to: number | null
}

interface IntervalDetailProps {
  machineId: number
  machineName: string
  /** Interval on the timeline; undefined: the timeline has none with this id. */
  drawn: Drawn | undefined
  /** Id of the interval; undefined: it came by a live message, and its id is not loaded yet. */
  id: number | undefined
  zone: string
  /** Called after reason, notes or the ignored mark were stored or refused, since the timeline shows them. */
  onChanged: () => void
  /** Function that returns the parts of a stop with the button that edits them. */
  partsOf: (stop: StatusInterval) => React.ReactNode
  /** Called by the button that returns to the newest interval; undefined: the newest one is shown, without that button. */
  onClose: (() => void) | undefined
}

/**
 * Details of one interval of status: times, length, scheduled time and restatements. For a stop also reason, parts, notes and the
 * ignored mark, which people who may do so change. If the interval no longer exists, it shows a notice instead.
 */
export function IntervalDetail(props: IntervalDetailProps) {
  const { machineId, drawn, id, zone, onClose } = props
  const may = useMay()
  const { data: details, error } = useQuery({ ...intervalQuery(id ?? 0), enabled: id !== undefined })
  if (error instanceof ApiError && error.status === 404) return <ReplacedNotice onClose={onClose} />
  const interval = details === undefined ? drawn : asDrawn(details)
  if (interval === undefined) return error === null ? <DetailSkeleton /> : <p role="alert">{error.message}</p>
  return (
    <div className="row ruled open" data-testid="status-row">
      <Times interval={interval} details={details} zone={zone} onClose={onClose} />
      {details !== undefined && details.status_id === DOWN && <StopWays key={details.id} {...props} stop={details} />}
      {details !== undefined && may(restatementsOfEquipment) && (
        <Restatements machineId={machineId} from={interval.from} to={interval.to} zone={zone} />
      )}
    </div>
  )
}

const asDrawn = (details: StatusInterval): Drawn => ({
  id: details.id,
  status: details.status_id,
  from: Date.parse(details.started_at),
  to: fromIso(details.ended_at),
})

interface TimesProps {
  interval: Drawn
  details: StatusInterval | undefined
  zone: string
  onClose: (() => void) | undefined
}

function Times({ interval, details, zone, onClose }: TimesProps) {
  const now = useAgingNow()
  const to = interval.to === null ? 'now' : timeNear(interval.to, now, zone)
  return (
    <div className="row apart interval-line">
      <StatusTag
        status={statusKey(interval.status)}
        quiet={details !== undefined && isQuiet(statusKey(interval.status), details.scheduled_s > 0)}
      />
      <span>
        {timeNear(interval.from, now, zone)} → {to}
      </span>
      <b className="strong">{duration((interval.to ?? now) - interval.from)}</b>
      <span className="muted">{details === undefined ? ' ' : scheduledWords(details)}</span>
      {details?.excessive && <span className="excessive small">Excessive downtime</span>}
      {details?.xsf_report_ignored && <span className="cut note box interval-mark">ignored</span>}
      {details?.tags.map((tag) => (
        <span key={tag.id} className="cut note box interval-mark">
          <bdi>{tag.name}</bdi>
        </span>
      ))}
      {onClose !== undefined && (
        <button type="button" className="link-button" onClick={onClose}>
          back to the newest
        </button>
      )}
    </div>
  )
}

interface StopWaysProps extends Pick<IntervalDetailProps, 'machineName' | 'zone' | 'onChanged' | 'partsOf'> {
  stop: StatusInterval
}

function StopWays({ stop, machineName, zone, onChanged, partsOf }: StopWaysProps) {
  const may = useMay()
  const { id, equipment_id: machineId } = stop
  const written = { id, machineId, machineName, startedAt: Date.parse(stop.started_at), zone }
  const writing = useWriting(written, onChanged)
  return (
    <div className="contents">
      <Reason stop={stop} writing={writing} />
      {partsOf(stop)}
      <StopNotes stop={stop} writing={writing} />
      {may(ignoreStop) && <IgnoreStop stop={stop} writing={writing} />}
    </div>
  )
}

/**
 * Field for the reason of a stop; it shows the reason that was given in this browser and is not stored yet, else the stored one.
 */
function Reason({ stop, writing }: { stop: StatusInterval; writing: Writing }) {
  const unsent = useUnsent(stop.id, 'reason')
  const { data: reasons } = useQuery({ ...reasonsQuery(stop.equipment_id), enabled: unsent !== undefined })
  const reasonId = unsent?.value === undefined ? stop.status_reason_id : unsent.value
  const given = reasonId === null ? null : (reasons?.find(({ id }) => id === reasonId)?.name ?? '…')
  const name = reasonId === stop.status_reason_id ? stop.status_reason : given
  return (
    <>
      <ReasonField stop={{ ...stop, status_reason_id: reasonId, status_reason: name }} writing={writing} />
      <UnsentMark unsent={unsent} />
    </>
  )
}

function ReplacedNotice({ onClose }: { onClose: (() => void) | undefined }) {
  return (
    <div className="row ruled open" data-testid="status-row" role="status">
      <div className="row apart interval-line">
        <span className="muted">
          This stop was recalculated from other data and no longer exists as shown. Its reason and notes moved to the
          stop in its place.
        </span>
        {onClose !== undefined && (
          <button type="button" className="link-button" onClick={onClose}>
            Show the newest
          </button>
        )}
      </div>
    </div>
  )
}

function DetailSkeleton() {
  return (
    <div className="row ruled open">
      <div className="row apart interval-line">
        <Skeleton width={420} height={24} />
      </div>
    </div>
  )
}
