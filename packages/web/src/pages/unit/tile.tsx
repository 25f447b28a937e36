import './tile.css'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { Window } from '../../charts/span.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { CycleChart } from '../../features/status/cycle-chart.tsx'
import type { Preview } from '../../features/status/preview.ts'
import { type PreviewKind, previewQuery } from '../../features/status/previews.ts'
import { StatusChart } from '../../features/status/status-chart.tsx'
import { Strip } from '../../features/status/strip.tsx'
import type { MachineTile } from '../../features/tree/types.ts'
import { Explained } from '../../features/utilization/explained.tsx'
import { fromIso, useAgingNow } from '../../lib/clock.ts'
import { compactDuration, NONE, percent, shortSeconds } from '../../lib/format.ts'
import { temperatureText } from '../../lib/measures.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { PlaceLink } from '../../scope/place-link.tsx'
import { OfflineBolt } from '../../ui/contact.tsx'
import { Figure } from '../../ui/panel.tsx'
import { NOT_SCHEDULED, statusText } from '../../ui/status.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { latestTemperature } from '../latest.ts'
import { keyOf, standsUnscheduled, stateSince } from './arrange.ts'
import { runLine } from './run-line.ts'
import { TileFoot } from './tile-foot.tsx'
import type { TileChart } from './use-equipment-choices.ts'

/**
 * Properties that all tiles of a page share; pass the same object while none of them changes, so that tiles are not rendered
 * again.
 */
export interface TileContext {
  readonly kind: PreviewKind
  /** Time that strips and charts show: the period, or its last 12 hours. */
  readonly window: Window
  readonly period: Window
  /** IANA time zone of these times. */
  readonly zone: string
  /** Name of the period, such as `This week`. */
  readonly label: string
  /** Name of the time that the strips show; null: the period. */
  readonly tileLabel: string | null
  /** Period of the figures, the instant at which they were computed (epoch ms), and the number of the shift. */
  readonly figures: { readonly from: number; readonly to: number; readonly asOf: number; readonly shift: number }
  /** Returns the address of a machine's page. */
  readonly pathOf: (machineId: number) => string
  readonly onChart: (machineId: number, chart: TileChart | undefined) => void
}

interface TileProps {
  machine: MachineTile
  context: TileContext
  /** Chart that is open on the tile. */
  chart: TileChart | undefined
  /** Position among all tiles from 1, and their number; not all of them are rendered. */
  place: number
  places: number
}

/**
 * Tile of one machine with status, figures, strip or chart, and run. It loads its own preview and is rendered again only when
 * its data changes.
 */
export const Tile = memo(function Tile({ machine, context, chart, place, places }: TileProps) {
  const isDisplay = useIsDisplay()
  const { data: preview } = useQuery(previewQuery(machine.id, context.kind))
  const status = keyOf(machine)
  const quiet = standsUnscheduled(machine)
  return (
    <li
      className={`stack flush anchor tile status-${quiet ? 'quiet' : status}${isDisplay ? ' tile-plain' : ''}`}
      data-equipment={machine.id}
      data-excessive={machine.in_excessive_downtime && !quiet}
      aria-posinset={place}
      aria-setsize={places}
    >
      <div className="line snug tile-head">
        <h3 className="cut strong grow tile-name">
          <PlaceLink to={context.pathOf(machine.id)} className="cover-link" title={machine.name}>
            <bdi>{machine.name}</bdi>
          </PlaceLink>
        </h3>
        <StatusTag status={status} quiet={quiet} since={stateSince(machine) ?? undefined} />
      </div>
      <TileFigures machine={machine} context={context} cycles={preview?.cycles} />
      <div className="above">
        <Slot machine={machine} context={context} chart={chart} preview={preview} />
      </div>
      <RunRow machine={machine} />
      {!isDisplay && (
        <TileFoot machine={machine} chart={chart} path={context.pathOf(machine.id)} onChart={context.onChart} />
      )}
    </li>
  )
})

interface PartProps {
  machine: MachineTile
  context: TileContext
}

const none: readonly number[] = []

/** Returns a duration (ms) with its largest unit only, rounded down: `4 m`, `7 h`. */
const largestUnit = (ms: number): string => compactDuration(ms).split(' ').slice(0, 2).join(' ')

/** Age of an instant (epoch ms) with its largest unit only: `4 m ago`, `7 h ago`; `now` below 1 s. */
function Since({ at }: { at: number }) {
  const now = useAgingNow()
  if (now - at < 1000) return <>now</>
  return <>{largestUnit(now - at)} ago</>
}

/** Utilization of a machine in the period, with its explanation. */
export function TileUtilization({ machine, context }: PartProps) {
  const place = { kind: 'machine', id: machine.id, name: machine.name, zone: context.zone } as const
  return (
    <Explained explainable={{ place, ...context.figures }}>{percent(machine.util_pct, machine.target_pct)}</Explained>
  )
}

function TileFigures({ machine, context, cycles = none }: PartProps & { cycles: readonly number[] | undefined }) {
  const cycleTime = machine.latest_cycle?.data.cycle_time
  const cycleAt = fromIso(machine.latest_cycle?.occurred_at)
  return (
    <div className="tile-figures">
      <dl>
        <Figure label="Utilization" value={<TileUtilization machine={machine} context={context} />} />
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
      <div className="above tile-spark">
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
  preview: Preview | undefined
}

/** Strip of the period with notes, or the open chart, which has the same height. */
function Slot({ machine, context, chart, preview }: SlotProps) {
  const { kind, window, zone, label, tileLabel } = context
  const temperature = latestTemperature(machine)
  const quiet = standsUnscheduled(machine)
  if (chart === 'cycle') return <CycleChart machine={machine} kind={kind} window={window} zone={zone} />
  if (chart === 'status') return <StatusChart machine={machine} kind={kind} window={window} zone={zone} />
  return (
    <>
      <Strip
        preview={preview}
        window={window}
        zone={zone}
        label={`${machine.name}, ${tileLabel ?? label}`}
        height={14}
      />
      <div className="note one-line tile-notes">
        {tileLabel !== null && <span className="faint cut">{tileLabel}</span>}
        <OfflineBolt lastContactAt={fromIso(machine.last_ping_at)} quiet={quiet} />
        {machine.in_excessive_downtime && !quiet && (
          <span className="excessive" title="Excessive downtime">
            Excessive<span className="sr-only"> downtime</span>
          </span>
        )}
        {quiet ? <QuietState machine={machine} /> : !machine.currently_scheduled && <span>{NOT_SCHEDULED}</span>}
        <span className="push" title="Latest temperature">
          {temperature === null ? NONE : temperatureText(temperature)}
        </span>
      </div>
    </>
  )
}

/**
 * Status of a machine outside its schedule, and the largest unit of the time since it began. It is shown where the chip in the
 * head has no room for these.
 */
function QuietState({ machine }: { machine: MachineTile }) {
  const since = fromIso(machine.current_status?.started_at)
  const elapsedMs = useAgingNow(60_000) - (since ?? 0)
  return (
    <span className="tile-quiet-state">
      {statusText[keyOf(machine)].toLowerCase()} {since !== null && largestUnit(elapsedMs)}
    </span>
  )
}

function RunRow({ machine }: { machine: MachineTile }) {
  const run = runLine(machine.current_run)
  if (run === null) return <div className="note line cut tight faint">No active run</div>
  const isDone = run.pct !== null && run.pct >= 100
  return (
    <div className="note line cut tight tile-run" data-done={isDone}>
      <span className="cut tile-run-tags" title={run.tags}>
        {run.tags}
      </span>
      <span className="cut tile-run-done">· {run.pct === null ? `${run.done}, indefinite` : run.done}</span>
      {run.pct !== null && (
        <span
          className={`meter push tile-run-meter${isDone ? ' meter-done' : ''}`}
          role="meter"
          aria-label={`Run of ${machine.name}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(100, Math.round(run.pct))}
        >
          <span className="block meter-fill" style={{ width: `${Math.min(100, run.pct)}%` }} />
        </span>
      )}
    </div>
  )
}
