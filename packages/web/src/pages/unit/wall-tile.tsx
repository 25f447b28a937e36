import { memo } from 'react'
import { TimelineSwatch } from '../../charts/timeline-swatch.tsx'
import type { MachineTile } from '../../features/tree/types.ts'
import { fromIso, useAgingNow } from '../../lib/clock.ts'
import { compactDuration, NONE, percent, shortSeconds } from '../../lib/format.ts'
import { OfflineBolt } from '../../ui/contact.tsx'
import { NOT_SCHEDULED, type StatusKey, statusText } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { keyOf, standsUnscheduled, stateSince } from './arrange.ts'
import { runLine } from './run-line.ts'

interface WallTileProps {
  machine: MachineTile
  /** Id of the unit of the wall. Machines directly under another unit show the name of that unit. */
  unitId: number
  /** Number of the equal parts of the wall's width that the tile is wide. */
  span: number
}

/**
 * Tile of one machine on a wall, with its status as colour, icon, word and pattern. It is rendered again only when its data
 * changes.
 */
export const WallTile = memo(function WallTile({ machine, unitId, span }: WallTileProps) {
  const status = keyOf(machine)
  const parent = machine.ancestors[0]
  const unitName = parent?.id === unitId ? undefined : parent?.name
  const since = stateSince(machine)
  const cycleTime = machine.latest_cycle?.data.cycle_time
  const quiet = standsUnscheduled(machine)
  const note = quiet ? <QuietState status={status} since={since} /> : noteOf(machine)
  return (
    <li
      className={`stack flush anchor wall-tile status-${quiet ? 'quiet' : status}`}
      style={{ gridColumn: `span ${span}` }}
      data-equipment={machine.id}
      data-excessive={machine.in_excessive_downtime && !quiet}
    >
      <TimelineSwatch status={machine.current_status?.status ?? 0} quiet={quiet} className="fill" />
      <div className="one-line wall-tile-in">
        <div className="line strong wall-tile-name" title={machine.name}>
          <bdi className="cut wall-tile-done">{machine.name}</bdi>
          <OfflineBolt lastContactAt={fromIso(machine.last_ping_at)} quiet={quiet} />
          {unitName !== undefined && (
            <bdi className="muted regular cut push wall-tile-unit" title={unitName}>
              {unitName}
            </bdi>
          )}
        </div>
        <div className="line wall-tile-status" data-status={status}>
          <StatusMark status={status} quiet={quiet} size={0} />
          <span className="cut wall-tile-word">{quiet ? NOT_SCHEDULED : statusText[status]}</span>
          {since !== null && !quiet && (
            <span className="push wall-tile-time">
              <Age since={since} />
            </span>
          )}
        </div>
        <div className="muted wall-tile-figures">
          <span>
            <b className="value">{percent(machine.util_pct, machine.target_pct)}</b> util
          </span>
          <span>
            <b className="value">{cycleTime == null ? NONE : shortSeconds(cycleTime)}</b> cycle
          </span>
        </div>
        <div className="wall-tile-rest">
          {note !== null && <div className="muted">{note}</div>}
          <Run machine={machine} lines={note === null ? 2 : 1} />
        </div>
      </div>
    </li>
  )
})

function noteOf(machine: MachineTile): React.ReactNode {
  if (machine.in_excessive_downtime) return <b className="excessive">Excessive downtime</b>
  return machine.currently_scheduled ? null : NOT_SCHEDULED
}

/** Status of a machine outside its schedule and the time since it began: `offline 12 h`. */
function QuietState({ status, since }: { status: StatusKey; since: number | null }) {
  return (
    <>
      {statusText[status].toLowerCase()} {since !== null && <Age since={since} />}
    </>
  )
}

/**
 * Tags and quantity of the machine's active run, or a text that there is none. With `lines` 2 the tags have a line of their own.
 */
function Run({ machine, lines }: { machine: MachineTile; lines: 1 | 2 }) {
  const run = runLine(machine.current_run)
  if (run === null) return <div className="muted wall-tile-run">No active run</div>
  const words = run.pct === null ? `${run.done}, indefinite` : run.done
  return (
    <div className="muted wall-tile-run" data-lines={lines}>
      <span className="cut" title={run.tags}>
        {run.tags}
      </span>
      <span className="cut wall-tile-done" title={words}>
        {lines === 1 && '· '}
        {words}
      </span>
    </div>
  )
}

/** Time since the status began; a component of its own, so that the tile is not rendered every second. */
const Age = ({ since }: { since: number }) => <>{compactDuration(useAgingNow() - since)}</>
