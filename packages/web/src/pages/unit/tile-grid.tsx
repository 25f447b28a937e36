import './tile-grid.css'
import { useMemo, useRef, useState } from 'react'
import type { MachineTile } from '../../features/tree/types.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { usePaths } from '../../scope/links.ts'
import { PlaceLink } from '../../scope/place-link.tsx'
import { useRowsInView } from '../../ui/use-rows-in-view.ts'
import { useWidth } from '../../ui/use-size.ts'
import { Tile, type TileContext } from './tile.tsx'
import { columnsIn, type TileRow, tileRows, topsOf } from './tile-rows.ts'
import type { TileChart } from './use-equipment-choices.ts'

interface TileGridProps {
  machines: readonly MachineTile[]
  context: TileContext
  charts: ReadonlyMap<number, TileChart>
  /** Id of the shown unit, when tiles are grouped by unit; undefined if they are not. */
  byUnitOf: number | undefined
  /** Called when the pointer enters or leaves the tiles. */
  onHold: (isHeld: boolean) => void
}

/**
 * List of machines as tiles in rows. Only the rows near the view and the row with the focus are rendered. With `byUnitOf`, names
 * of units are above their tiles, unless all machines are directly in that unit.
 */
export function TileGrid({ machines, context, charts, byUnitOf, onHold }: TileGridProps) {
  const list = useRef<HTMLDivElement>(null)
  const width = useWidth(list)
  const columns = columnsIn(width)
  const isDisplay = useIsDisplay()
  const rows = useMemo(() => tileRows(machines, columns, byUnitOf), [machines, columns, byUnitOf])
  // The row heights stay the same while only the content of rows changes.
  const shape = rows.map((row) => (row.kind === 'unit' ? 'u' : 't')).join('')
  const tops = useMemo(
    () =>
      topsOf(
        [...shape].map((letter) => (letter === 'u' ? 'unit' : 'tiles')),
        isDisplay,
      ),
    [shape, isDisplay],
  )
  const { first, end } = useRowsInView(list, tops)
  const [focused, setFocused] = useState<string>()
  const placeOf = useMemo(() => placesOf(rows), [rows])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here; tiles keep their places while somebody is at them
    <div
      ref={list}
      className="anchor tile-list"
      style={{ height: tops.at(-1) }}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={({ target }) => setFocused(target.closest<HTMLElement>('.tile-row')?.dataset.row)}
      onBlur={() => setFocused(undefined)}
    >
      {width > 0 &&
        rows.map((row, index) =>
          (index < first || index >= end) && row.key !== focused ? null : (
            <div
              key={row.key}
              className="placed-row tile-row"
              style={{ transform: `translateY(${tops[index] ?? 0}px)` }}
              data-row={row.key}
            >
              {row.kind === 'unit' ? (
                <UnitNames row={row} columns={columns} />
              ) : (
                <ul className="stack tiles" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
                  {row.machines.map((machine) => (
                    <Tile
                      key={machine.id}
                      machine={machine}
                      context={context}
                      chart={charts.get(machine.id)}
                      place={placeOf.get(machine.id) ?? 1}
                      places={machines.length}
                    />
                  ))}
                </ul>
              )}
            </div>
          ),
        )}
    </div>
  )
}

/** Returns the position of each machine among the tiles, from 1, by the id of the machine. */
function placesOf(rows: readonly TileRow[]): ReadonlyMap<number, number> {
  const shown = rows.flatMap((row) => (row.kind === 'tiles' ? row.machines : []))
  return new Map(shown.map(({ id }, index) => [id, index + 1]))
}

function UnitNames({ row, columns }: { row: Extract<TileRow, { kind: 'unit' }>; columns: number }) {
  const paths = usePaths()
  return (
    <div className="stack tiles" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {row.units.map((unit) => (
        <h3 key={unit.unitId} className="cut second medium tile-unit" style={{ gridColumn: `span ${unit.columns}` }}>
          <PlaceLink to={paths.unit(unit.unitId)} className="plain-link">
            <bdi>{unit.path}</bdi>
          </PlaceLink>
        </h3>
      ))}
    </div>
  )
}
