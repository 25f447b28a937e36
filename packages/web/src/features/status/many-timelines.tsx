import './many-timelines.css'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Window } from '../../charts/span.ts'
import { TimeAxis } from '../../charts/time-axis.tsx'
import { usePaths } from '../../scope/links.ts'
import { PlaceLink } from '../../scope/place-link.tsx'
import { useRowsInView } from '../../ui/use-rows-in-view.ts'
import { useWidth } from '../../ui/use-size.ts'
import { Legend } from './legend.tsx'
import { MachineRow, type RowContext } from './machine-row.tsx'
import type { PreviewKind } from './previews.ts'
import { AllShiftsLegend } from './shift-legend.tsx'
import { ZoomBar } from './zoom-bar.tsx'

/** Machine of a row, with its id and name. */
interface NamedMachine {
  readonly id: number
  readonly name: string
}

/** Unit with the machines that are listed under its path. */
interface MachineGroup {
  readonly unitId: number
  readonly path: string
  readonly machines: readonly NamedMachine[]
}

interface ManyTimelinesProps {
  /** Machines in the order of the rows, if they are not grouped. */
  machines: readonly NamedMachine[]
  /** The same machines by unit, each group under the path of its unit; undefined: not grouped. */
  groups: readonly MachineGroup[] | undefined
  /** Function that returns the content of the right end of a machine's row, such as its utilization. */
  figureOf: (id: number) => React.ReactNode
  kind: Omit<PreviewKind, 'width' | 'detail'>
  window: Window
  /** Time zone in which times are shown. */
  zone: string
  label: string
}

const ROW_PX = 36
const GROUP_PX = 32
/** Step in px to which the width of the timelines is rounded up, so that small changes of the window do not load them again. */
const WIDTH_STEP = 128
const MOST_WIDTH = 4096

/**
 * Panel with the status timelines of many machines over the period, one row for each, optionally grouped by unit. Only rows in
 * view, and the one with the keyboard focus, are loaded and rendered.
 */
export function ManyTimelines({ machines, groups, figureOf, kind, window, zone, label }: ManyTimelinesProps) {
  const list = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const width = Math.min(MOST_WIDTH, Math.ceil(useWidth(track) / WIDTH_STEP) * WIDTH_STEP)
  const wanted = useMemo(() => ({ ...kind, width, detail: true }), [kind, width])
  const rows = useMemo(() => rowsOf(machines, groups), [machines, groups])
  const tops = useMemo(() => topsOf(rows), [rows])
  const { first, end } = useRowsInView(list, tops)
  const { current, announced, ways } = useCurrentRow(machines.length)
  const context = useMemo<RowContext>(() => ({ kind: wanted, window, zone, ...ways }), [wanted, window, zone, ways])
  return (
    <section className="panel many-timelines" aria-label={`Status timeline, ${label}`}>
      <div className="row many-head">
        <ZoomBar zone={kind.zone} />
        <p className="cut note many-told" aria-live="off">
          {announced ?? 'Drag to zoom in. Arrow keys go along a row, Enter opens.'}
        </p>
        <div className="wrap push many-legends">
          <AllShiftsLegend />
          <Legend />
        </div>
        <div className="many-axis">
          <div ref={track}>
            <TimeAxis window={window} zone={zone} />
          </div>
        </div>
      </div>
      <div ref={list} className="anchor" style={{ height: tops.at(-1) }}>
        {width > 0 &&
          rows.map((row, index) => {
            const isHere = row.machine !== undefined && row.place === current
            if ((index < first || index >= end) && !isHere) return null
            const style = { transform: `translateY(${tops[index] ?? 0}px)` }
            return row.machine === undefined ? (
              <h3 key={row.key} className="placed-row cut second medium many-unit" style={style}>
                <GroupLink group={row.group} />
              </h3>
            ) : (
              <div key={row.key} className="placed-row stack many-row" style={style}>
                <MachineRow
                  id={row.machine.id}
                  name={row.machine.name}
                  context={context}
                  row={row.place}
                  isCurrent={isHere}
                />
                <div className="value one-line right many-figure">{figureOf(row.machine.id)}</div>
              </div>
            )
          })}
      </div>
    </section>
  )
}

type Row =
  | { readonly key: string; readonly group: MachineGroup; readonly machine?: undefined }
  /** Row of a machine; `place` is its index among the machines, from 0. */
  | { readonly key: string; readonly machine: NamedMachine; readonly place: number }

/** Returns the rows in order: all machines, or each group's heading followed by its machines. */
function rowsOf(machines: readonly NamedMachine[], groups: readonly MachineGroup[] | undefined): Row[] {
  if (groups === undefined) return machines.map((machine, place) => ({ key: `e${machine.id}`, machine, place }))
  let place = 0
  return groups.flatMap((group): Row[] => [
    { key: `o${group.unitId}`, group },
    ...group.machines.map((machine) => ({ key: `e${machine.id}`, machine, place: place++ })),
  ])
}

/** Returns the top edges of the rows in px, and as the last number the bottom edge of the last row; `[0]` without rows. */
function topsOf(rows: readonly Row[]): number[] {
  const tops = [0]
  for (const { machine } of rows) tops.push((tops.at(-1) ?? 0) + (machine === undefined ? GROUP_PX : ROW_PX))
  return tops
}

function GroupLink({ group }: { group: MachineGroup }) {
  const paths = usePaths()
  return (
    <PlaceLink to={paths.unit(group.unitId)} className="plain-link">
      <bdi>{group.path}</bdi>
    </PlaceLink>
  )
}

/**
 * Returns the index of the row with the keyboard focus, limited to `count` rows, the announced text, and the functions that
 * change both.
 */
function useCurrentRow(count: number) {
  const [current, setCurrent] = useState(0)
  const [announced, setAnnounced] = useState<string>()
  const onAnnounce = useCallback((words: string | undefined) => setAnnounced(words), [])
  const onRow = useCallback((row: number) => setCurrent(Math.min(count - 1, Math.max(0, row))), [count])
  const ways = useMemo(() => ({ onAnnounce, onRow }), [onAnnounce, onRow])
  return { current: Math.min(current, Math.max(0, count - 1)), announced, ways }
}
