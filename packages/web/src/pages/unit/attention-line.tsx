import type { Answer } from '@millwatch/contract/endpoint'
import type { alarmSummary } from '@millwatch/contract/http/alarms'
import type { MachineTile } from '../../features/tree/types.ts'
import { fromIso, useAgingNow } from '../../lib/clock.ts'
import { minuteNear } from '../../lib/dates.ts'
import { briefDuration, compactDuration, count, unbroken } from '../../lib/format.ts'
import { usePaths } from '../../scope/links.ts'
import { PlaceLink } from '../../scope/place-link.tsx'
import { useZone } from '../../scope/zone.ts'
import { TrippedIcon } from '../../ui/icons.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'

/**
 * Largest number of machines or alarms of one cause that the panel names; the others are behind a link. The summary names as many
 * alarms.
 */
export const NAMED = 4

interface LineProps {
  to: string
  icon?: React.ReactNode
  /** True if a machine needs somebody now; the line is then emphasized. */
  isUrgent?: boolean
  children: React.ReactNode
}

/** Line of the panel: a link with an icon, to the page on which its cause can be handled. */
export const AttentionLine = ({ to, icon, isUrgent = false, children }: LineProps) => (
  <li>
    <PlaceLink to={to} className="hoverable stack near attention-line" data-urgent={isUrgent}>
      <span className="attention-icon">{icon}</span>
      <span>{children}</span>
    </PlaceLink>
  </li>
)

type UrgentAlarm = Answer<typeof alarmSummary>['alarms']['most_urgent'][number]

/**
 * Lines of tripped alarms: machine, state, and the start and duration of that state, which mostly began before the trip. An
 * acknowledged alarm is marked as such and not emphasized.
 */
export function AlarmLines({ alarms }: { alarms: readonly UrgentAlarm[] }) {
  const now = useAgingNow()
  const zone = useZone()
  const paths = usePaths()
  return alarms.map(({ alarm_id: alarmId, text, since, acknowledged, Equipment: machine }) => (
    <AttentionLine key={alarmId} to={paths.alarm(machine.id, alarmId)} icon={<TrippedIcon />} isUrgent={!acknowledged}>
      <bdi className="strong">{machine.name}</bdi> <bdi>{unbroken(text)}</bdi>
      <span className="note">
        {' '}
        · {unbroken(`since ${minuteNear(Date.parse(since), now, zone)}`)}{' '}
        {unbroken(`(${compactDuration(now - Date.parse(since))})`)}
        {acknowledged && ', acknowledged'}
      </span>
    </AttentionLine>
  ))
}

interface MachinesProps {
  machines: readonly MachineTile[]
  icon: React.ReactNode
  /** Words between the name of the machine and the duration, such as `down`. */
  state: string
}

/**
 * One line for each of the first four machines that need attention for the same cause: its name, `state`, and the time since its
 * status began.
 */
export function MachineLines({ machines, icon, state }: MachinesProps) {
  const now = useAgingNow()
  const paths = usePaths()
  return machines.slice(0, NAMED).map((machine) => {
    const since = fromIso(machine.current_status?.started_at)
    return (
      <AttentionLine key={machine.id} to={paths.machine(machine.id)} icon={icon} isUrgent>
        <bdi className="strong">{machine.name}</bdi> {state} {since !== null && unbroken(briefDuration(now - since))}
      </AttentionLine>
    )
  })
}

interface DownProps {
  machines: readonly MachineTile[]
  /** True if lines of machines in excessive downtime are above, so that the text says `more down`. */
  areMore: boolean
  to: string
}

/**
 * Line of the machines that are down, but not excessively yet: their number, and names of the first four with the duration of
 * their stops. Renders nothing without machines.
 */
export function DownLine({ machines, areMore, to }: DownProps) {
  const now = useAgingNow()
  if (machines.length === 0) return null
  const named = machines.slice(0, NAMED).map((machine) => {
    const since = fromIso(machine.current_status?.started_at)
    return `\u2068${machine.name}\u2069 ${since === null ? '' : unbroken(`for ${briefDuration(now - since)}`)}`
  })
  return (
    <AttentionLine to={to} icon={<StatusMark status="down" />}>
      {count(machines.length)} {areMore ? 'more down' : 'down'}
      <span className="note">
        {' '}
        · {named.join(', ')}
        {machines.length > NAMED && ` and ${count(machines.length - NAMED)} more`}
      </span>
    </AttentionLine>
  )
}
