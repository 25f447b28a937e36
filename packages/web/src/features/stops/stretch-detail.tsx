import './stops.css'
import { DOWN } from '@millwatch/domain/status'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { fromIso, useNow } from '../../lib/clock.ts'
import { duration } from '../../lib/format.ts'
import { timeNear } from '../../lib/zoned.ts'
import { Bone } from '../../ui/notice.tsx'
import { statusKey } from '../../ui/status.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { IgnoreStop } from './ignore-stop.tsx'
import { type KnownStretch, stretchQuery } from './queries.ts'
import { ReasonField } from './reason-field.tsx'
import { Restatements } from './restatements.tsx'
import { StopNotes } from './stop-notes.tsx'
import { type StopRights, useWriting } from './use-writing.ts'
import { scheduledWords } from './words.ts'

/** What the timeline knows of a stretch. */
interface Drawn {
  readonly id?: number
  readonly status: number
  /** Epoch ms; `to` null while it goes on. */
  readonly from: number
  readonly to: number | null
}

interface StretchDetailProps {
  machineId: number
  /** As the timeline has it; undefined: the one of this id is not on it. */
  drawn: Drawn | undefined
  /** Undefined: told live a moment ago, and not known yet. */
  id: number | undefined
  zone: string
  rights: StopRights
  /** What was written changes what is drawn. */
  onChanged: () => void
  /** Leads back to the newest stretch; where it was chosen. */
  onClose: (() => void) | undefined
}

/** One stretch of status: when, how long, how much of it scheduled; of a stop why, and what was written on it. */
export function StretchDetail({ machineId, drawn, id, zone, rights, onChanged, onClose }: StretchDetailProps) {
  const { data: known, error } = useQuery({ ...stretchQuery(id ?? 0), enabled: id !== undefined })
  if (error instanceof ApiError && error.status === 404) return <ToldAnew onClose={onClose} />
  const stretch = known === undefined ? drawn : asDrawn(known)
  if (stretch === undefined) return error === null ? <DetailBones /> : <p role="alert">{error.message}</p>
  return (
    <div className="stretch" data-testid="status-row">
      <Times stretch={stretch} known={known} zone={zone} onClose={onClose} />
      {known !== undefined && known.status_id === DOWN && (
        <StopWays key={known.id} stop={known} rights={rights} onChanged={onChanged} />
      )}
      {known !== undefined && rights.restatements && (
        <Restatements machineId={machineId} from={stretch.from} to={stretch.to} zone={zone} />
      )}
    </div>
  )
}

const asDrawn = (known: KnownStretch): Drawn => ({
  id: known.id,
  status: known.status_id,
  from: Date.parse(known.started_at),
  to: fromIso(known.ended_at),
})

interface TimesProps {
  stretch: Drawn
  known: KnownStretch | undefined
  zone: string
  onClose: (() => void) | undefined
}

function Times({ stretch, known, zone, onClose }: TimesProps) {
  const now = useNow()
  const to = stretch.to === null ? 'now' : timeNear(stretch.to, now, zone)
  return (
    <div className="stretch-row">
      <StatusTag status={statusKey(stretch.status)} />
      <span>
        {timeNear(stretch.from, now, zone)} → {to}
      </span>
      <b className="stretch-length">{duration((stretch.to ?? now) - stretch.from)}</b>
      <span className="stretch-second">{known === undefined ? ' ' : scheduledWords(known)}</span>
      {known?.excessive && <span className="stretch-excessive">Excessive downtime</span>}
      {known?.xsf_report_ignored && <span className="stretch-mark">ignored</span>}
      {known?.tags.map((tag) => (
        <span key={tag.id} className="stretch-mark">
          <bdi>{tag.name}</bdi>
        </span>
      ))}
      {onClose !== undefined && (
        <button type="button" className="link-button stretch-back" onClick={onClose}>
          back to the newest
        </button>
      )}
    </div>
  )
}

function StopWays({ stop, rights, onChanged }: { stop: KnownStretch; rights: StopRights; onChanged: () => void }) {
  const writing = useWriting(stop.id, onChanged)
  return (
    <div className="stop-ways">
      <ReasonField stop={stop} mayChange={rights.reasons} writing={writing} />
      <StopNotes stop={stop} mayChange={rights.notes} writing={writing} />
      {rights.ignore && <IgnoreStop stop={stop} writing={writing} />}
    </div>
  )
}

function ToldAnew({ onClose }: { onClose: (() => void) | undefined }) {
  return (
    <div className="stretch" data-testid="status-row" role="status">
      <div className="stretch-row">
        <span className="stretch-second">
          This stretch is not there any more: its time was told otherwise since. What was written on it stays with the
          stop that took its place.
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

function DetailBones() {
  return (
    <div className="stretch">
      <div className="stretch-row">
        <Bone width={420} height={24} />
      </div>
    </div>
  )
}
