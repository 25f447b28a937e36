import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ManyTimelines } from '../../features/status/many-timelines.tsx'
import type { OrgUnit } from '../../features/tree/types.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { usePaths } from '../../scope/links.ts'
import { usePeriod, useScope, useScopeKey } from '../../scope/scope.ts'
import { kioskQuery } from '../../scope/session.ts'
import { Button } from '../../ui/button.tsx'
import { filtered, noFilter } from './arrange.ts'
import { EquipmentBar } from './equipment-bar.tsx'
import { groupByUnit } from './group.ts'
import { NoMachines } from './no-machines.tsx'
import { type TileContext, TileUtilization } from './tile.tsx'
import { TileGrid } from './tile-grid.tsx'
import { type EquipmentChoices, type TileChart, useEquipmentChoices } from './use-equipment-choices.ts'
import { useSettled } from './use-settled.ts'
import { Wall } from './wall.tsx'

/** Tab of a unit's page with its machines as tiles, timelines or a wall. */
export function EquipmentTab({ unit }: { unit: OrgUnit }) {
  const isWall = useIsWallDisplay()
  return unit.equipment.length === 0 ? <NoMachines unit={unit} /> : <Machines unit={unit} isWall={isWall} />
}

/** Returns true on a kiosk display whose page is a wall, once that is loaded. */
function useIsWallDisplay(): boolean {
  const { data } = useQuery({ ...kioskQuery, enabled: useIsDisplay() })
  return data?.page === 'wall'
}

function Machines({ unit, isWall }: { unit: OrgUnit; isWall: boolean }) {
  const [choices, change] = useEquipmentChoices()
  const [isHeld, setHeld] = useState(false)
  const context = useTileContext(unit, change)
  const { sort, filter, view } = choices
  const shown = useMemo(() => filtered(unit.equipment, filter), [unit.equipment, filter])
  const isOnWall = isWall || view === 'wall'
  // Worst first on a wall, unless another order was chosen.
  const order = isOnWall && sort === 'tree' ? 'status' : sort
  const ordered = useSettled(shown, { sort: order, shownId: unit.id, read: context.kind.scopeKey.join(), isHeld })
  const groups = useMemo(() => (sort === 'tree' ? groupByUnit(ordered, unit.id) : undefined), [ordered, sort, unit.id])
  const { lastMs: _, ...rowsKind } = context.kind
  const figureOf = (id: number): React.ReactNode => {
    const machine = unit.equipment.find((each) => each.id === id)
    return machine !== undefined && <TileUtilization machine={machine} context={context} />
  }
  if (isOnWall)
    return (
      <Wall
        unit={unit}
        machines={ordered}
        context={context}
        onLeave={isWall ? undefined : () => change(() => ({ view: 'tiles' }))}
      />
    )
  return (
    <>
      <h2 className="sr-only">Machines</h2>
      <EquipmentBar machines={unit.equipment} choices={choices} onChange={change} />
      {shown.length === 0 && (
        <div className="muted stack start">
          <p role="status">No machine matches these filters now.</p>
          <Button onClick={() => change(() => ({ filter: noFilter }))}>Show all machines</Button>
        </div>
      )}
      {shown.length > 0 && view === 'tiles' && (
        <TileGrid
          machines={ordered}
          context={context}
          charts={choices.charts}
          byUnitOf={sort === 'tree' ? unit.id : undefined}
          onHold={setHeld}
        />
      )}
      {shown.length > 0 && view === 'timeline' && (
        <ManyTimelines
          machines={ordered}
          groups={groups}
          figureOf={figureOf}
          kind={rowsKind}
          window={context.period}
          zone={context.zone}
          label={context.label}
        />
      )}
    </>
  )
}

/** Width for which the strips of tiles are requested, px. */
const STRIP_PX = 256
/** Length of the end of a longer period that tiles show, ms. */
const TILE_MS = 12 * 3_600_000
const LAST_HOURS = 'last 12 h'

type Change = (change: (before: EquipmentChoices) => Partial<EquipmentChoices>) => void

/**
 * Returns the properties common to all tiles, as the same object while none of them changes. Strips show the period, or its last
 * 12 h if it is longer.
 */
function useTileContext(unit: OrgUnit, change: Change): TileContext {
  const zone = unit.actual_timezone
  const scopeKey = useScopeKey(zone)
  const { ignoreStartupCycles, ignoreOutlierCycles } = useScope()
  const { from, to, zone: shownZone, label } = usePeriod(zone)
  const { startDate, endDate } = unit.period
  const { as_of, id } = unit
  const { shift } = unit.readAs
  const kind = useMemo(
    () => ({
      unitId: id,
      zone,
      scopeKey: [...scopeKey, ignoreStartupCycles, ignoreOutlierCycles],
      width: STRIP_PX,
      detail: false,
      lastMs: TILE_MS,
    }),
    [id, zone, scopeKey, ignoreStartupCycles, ignoreOutlierCycles],
  )
  const period = useMemo(() => ({ from, to }), [from, to])
  const isCut = to - from > TILE_MS
  const start = isCut ? to - TILE_MS : from
  const window = useMemo(() => ({ from: start, to }), [start, to])
  const pathOf = usePathOf()
  const onChart = useMemo(
    () => (machineId: number, chart: TileChart | undefined) =>
      change(({ charts }) => {
        const next = new Map(charts)
        if (chart === undefined) next.delete(machineId)
        else next.set(machineId, chart)
        return { charts: next }
      }),
    [change],
  )
  return useMemo(
    () => ({
      kind,
      window,
      period,
      zone: shownZone,
      label,
      tileLabel: isCut ? LAST_HOURS : null,
      figures: { from: Date.parse(startDate), to: Date.parse(endDate), asOf: Date.parse(as_of), shift },
      pathOf,
      onChart,
    }),
    [kind, window, period, isCut, shownZone, label, startDate, endDate, as_of, shift, pathOf, onChart],
  )
}

/**
 * Returns a function that returns the address of a machine's page with the parameters of the present one; it is the same function
 * while these do not change.
 */
function usePathOf(): (machineId: number) => string {
  const tail = usePaths().machine(0).slice('/e/0'.length)
  return useMemo(() => (id) => `/e/${id}${tail}`, [tail])
}
