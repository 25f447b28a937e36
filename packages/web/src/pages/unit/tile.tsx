import { memo } from 'react'
import { useNavigate } from 'react-router'
import type { Span } from '../../charts/span.ts'
import { TileTimeline } from '../../features/status/tile-timeline.tsx'
import type { MachineTile } from '../../features/tree/types.ts'
import { count, NONE, percent, shortSeconds } from '../../lib/format.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { usePaths } from '../../scope/links.ts'
import { PlaceLink } from '../../scope/place-link.tsx'
import { Ago, OfflineBolt } from '../../ui/contact.tsx'
import { Figure } from '../../ui/panel.tsx'
import { statusKey } from '../../ui/status.ts'
import { StatusTag } from '../../ui/status-tag.tsx'

const instant = (iso: string | null | undefined): number | null => (iso == null ? null : Date.parse(iso))

/** One machine at a glance; drawn again only when it, or its timeline, is another. */
export const Tile = memo(function Tile({ machine, spans }: { machine: MachineTile; spans: Span[] | undefined }) {
  const paths = usePaths()
  const navigate = useNavigate()
  const isDisplay = useIsDisplay()
  const status = statusKey(machine.current_status?.status)
  const contactAt = instant(machine.last_ping_at)
  const cycleTime = machine.latest_cycle?.data.cycle_time
  const path = paths.machine(machine.id)
  return (
    <li className={`tile status-${status}`} data-equipment={machine.id}>
      <div className="tile-head">
        <h3 className="tile-name">
          <PlaceLink to={path} title={machine.name}>
            {machine.name}
          </PlaceLink>
        </h3>
        <StatusTag status={status} since={instant(machine.current_status?.started_at) ?? undefined} />
      </div>
      <dl className="tile-figures">
        <Figure label="Utilization today" value={percent(machine.util_pct)} />
        <Figure label="Last cycle" value={cycleTime == null ? NONE : shortSeconds(cycleTime)} />
        <Figure label="Cycles" value={count(machine.total_cycle_count)} />
      </dl>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the name of the tile is the link; this only keeps the tile whole for a pointer */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className="tile-line" onClick={() => !isDisplay && void navigate(path)}>
        <TileTimeline spans={spans} zone={machine.actual_timezone} name={machine.name} />
      </div>
      <div className="tile-foot">
        <span>
          Last cycle <Ago at={instant(machine.latest_cycle?.occurred_at)} absent="never" compact />
        </span>
        {!machine.currently_scheduled && <span>Not scheduled</span>}
        <span className="tile-contact">
          <OfflineBolt lastContactAt={contactAt} />
          <span>
            Heard <Ago at={contactAt} absent="never" compact />
          </span>
        </span>
      </div>
    </li>
  )
})
