import './tile.css'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { Window } from '../../charts/span.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { CycleChart } from '../../features/status/cycle-chart.tsx'
import { type PictureKind, pictureQuery } from '../../features/status/pictures.ts'
import { StatusChart } from '../../features/status/status-chart.tsx'
import { Strip } from '../../features/status/strip.tsx'
import type { MachineTile } from '../../features/tree/types.ts'
import { Explained } from '../../features/utilization/explained.tsx'
import { fromIso, useNow } from '../../lib/clock.ts'
import { compactDuration, NONE, oneDecimal, percent, shortSeconds } from '../../lib/format.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { PlaceLink } from '../../scope/place-link.tsx'
import { OfflineBolt } from '../../ui/contact.tsx'
import { Figure } from '../../ui/panel.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { latestTemperature } from '../latest.ts'
import { keyOf } from './arrange.ts'
import { runLine } from './run-line.ts'
import { TileFoot } from './tile-foot.tsx'
import type { TileChart } from './use-equipment-choices.ts'

/** What all tiles of a page have in common; the very same object while none of it changes. */
export interface TilesOf {
  readonly kind: PictureKind
  /** What strips and charts show, and in whose time. */
  readonly window: Window
  readonly zone: string
  /** `This week` */
  readonly label: string
  /** Of which period, as of when, the figures are. */
  readonly figures: { readonly from: number; readonly to: number; readonly asOf: number; readonly shift: number }
  /** The address of a machine's page. */
  readonly pathOf: (machineId: number) => string
  readonly onChart: (machineId: number, chart: TileChart | undefined) => void
}

interface TileProps {
  machine: MachineTile
  of: TilesOf
  /** The chart that is open on it. */
  chart: TileChart | undefined
  /** Its place among all that are shown, from 1, and how many those are: only some are drawn. */
  place: number
  places: number
}

/** One machine at a glance; drawn again only when it, or its pictures, are others. */
export const Tile = memo(function Tile({ machine, of, chart, place, places }: TileProps) {
  const isDisplay = useIsDisplay()
  const { data: picture } = useQuery(pictureQuery(machine.id, of.kind))
  const status = keyOf(machine)
  return (
    <li
      className={`tile status-${status}${isDisplay ? ' tile-plain' : ''}`}
      data-equipment={machine.id}
      data-excessive={machine.in_excessive_downtime}
      aria-posinset={place}
      aria-setsize={places}
    >
      <div className="tile-head">
        <h3 className="tile-name">
          <PlaceLink to={of.pathOf(machine.id)} title={machine.name}>
            <bdi>{machine.name}</bdi>
          </PlaceLink>
        </h3>
        <StatusTag status={status} since={fromIso(machine.current_status?.started_at) ?? undefined} />
      </div>
      <TileFigures machine={machine} of={of} cycles={picture?.cycles} />
      <div className="tile-slot">
        <Slot machine={machine} of={of} chart={chart} pieces={picture?.pieces} />
      </div>
      <RunRow machine={machine} />
      {!isDisplay && <TileFoot machine={machine} chart={chart} path={of.pathOf(machine.id)} onChart={of.onChart} />}
    </li>
  )
})

interface PartProps {
  machine: MachineTile
  of: TilesOf
}

const none: readonly number[] = []

/** `4 m ago`, `7 h ago`: the largest unit alone, where there is little room. */
function Since({ at }: { at: number }) {
  const now = useNow()
  if (now - at < 1000) return <>now</>
  return (
    <>
      {compactDuration(now - at)
        .split(' ')
        .slice(0, 2)
        .join(' ')}{' '}
      ago
    </>
  )
}

function TileFigures({ machine, of, cycles = none }: PartProps & { cycles: readonly number[] | undefined }) {
  const cycleTime = machine.latest_cycle?.data.cycle_time
  const cycleAt = fromIso(machine.latest_cycle?.occurred_at)
  const place = { kind: 'machine', id: machine.id, name: machine.name, zone: of.zone } as const
  return (
    <div className="tile-figures">
      <dl>
        <Figure
          label="Utilization"
          value={<Explained of={{ place, ...of.figures }}>{percent(machine.util_pct)}</Explained>}
        />
        <Figure
          label={
            cycleAt === null ? (
              'Last cycle'
            ) : (
              <>
                Cycle <Since at={cycleAt} />
              </>
            )
          }
          value={cycleTime == null ? NONE : shortSeconds(cycleTime)}
        />
      </dl>
      <div className="tile-spark">
        {cycles.length > 0 && (
          <Sparkline
            values={cycles}
            label={`Last ${cycles.length} cycles: ${shortSeconds(Math.min(...cycles))} to ${shortSeconds(Math.max(...cycles))}`}
          />
        )}
      </div>
    </div>
  )
}

interface SlotProps extends PartProps {
  chart: TileChart | undefined
  pieces: React.ComponentProps<typeof Strip>['pieces']
}

/** The strip of the period and what is to be noted; or the chart that is open, as high. */
function Slot({ machine, of, chart, pieces }: SlotProps) {
  const { kind, window, zone, label } = of
  const temperature = latestTemperature(machine)
  if (chart === 'cycle') return <CycleChart machine={machine} kind={kind} window={window} zone={zone} />
  if (chart === 'status') return <StatusChart machine={machine} kind={kind} window={window} zone={zone} />
  return (
    <>
      <Strip pieces={pieces} window={window} zone={zone} label={`${machine.name}, ${label}`} height={14} />
      <div className="tile-notes">
        <OfflineBolt lastContactAt={fromIso(machine.last_ping_at)} />
        {machine.in_excessive_downtime && (
          <span className="tile-excessive" title="Excessive downtime">
            Excessive<span className="sr-only"> downtime</span>
          </span>
        )}
        {!machine.currently_scheduled && <span>Not scheduled</span>}
        <span className="tile-warmth" title="Latest temperature">
          {temperature === null ? NONE : `${oneDecimal(temperature)} °C`}
        </span>
      </div>
    </>
  )
}

function RunRow({ machine }: { machine: MachineTile }) {
  const run = runLine(machine.current_run)
  if (run === null) return <div className="tile-run tile-run-none">No active run</div>
  const isDone = run.pct !== null && run.pct >= 100
  return (
    <div className="tile-run" data-done={isDone}>
      <span className="tile-run-tags" title={run.tags}>
        {run.tags}
      </span>
      <span className="tile-run-done">· {run.pct === null ? `${run.done}, indefinite` : run.done}</span>
      {run.pct !== null && (
        <span
          className="tile-run-meter"
          role="meter"
          aria-label={`Run of ${machine.name}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(100, Math.round(run.pct))}
        >
          <span style={{ width: `${Math.min(100, run.pct)}%` }} />
        </span>
      )}
    </div>
  )
}
