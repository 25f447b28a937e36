import { UNDER_UTILIZED_PCT } from '@millwatch/domain/utilization'
import { useMemo, useRef } from 'react'
import { hours, percent } from '../../lib/format.ts'
import { PlaceLink } from '../../scope/place-link.tsx'
import { useRowsInView } from '../../ui/use-rows-in-view.ts'
import { useWidth } from '../../ui/use-size.ts'
import { type Child, type ChildRow, markOf, mostOf, reach } from './children.ts'
import { Explained } from './explained.tsx'
import type { Explainable, Shown } from './types.ts'

interface BarsProps {
  explainable: Explainable
  rows: readonly ChildRow[]
  shown: Shown
  pathOf: (child: Child) => string
}

const ROW_PX = 36
const NARROW_ROW_PX = 58
const NARROW_PX = 560

export const markWords = {
  excluded: 'left out of the sums',
  under: `under ${UNDER_UTILIZED_PCT} %`,
  unscheduled: 'not scheduled',
  empty: 'no machines',
} as const

/**
 * Returns the parameters to explain the figure of a child of a unit: those of `explainable` with the child as the place, without
 * figures, which are read when the explanation opens.
 */
export const childOf = (explainable: Explainable, { place, machines }: Child): Explainable => ({
  ...explainable,
  place,
  figures: undefined,
  machines: place.kind === 'unit' ? machines.length : undefined,
})

/**
 * List of units and machines, each with a link, a bar, its figures and a note; only rows in view are rendered. `pathOf` returns
 * the address of a link.
 */
export function ChildBars({ explainable, rows, shown, pathOf }: BarsProps) {
  const list = useRef<HTMLUListElement>(null)
  const width = useWidth(list)
  const rowPx = width > 0 && width < NARROW_PX ? NARROW_ROW_PX : ROW_PX
  const tops = useMemo(() => Array.from({ length: rows.length + 1 }, (_, i) => i * rowPx), [rows.length, rowPx])
  const { first, end } = useRowsInView(list, tops)
  const most = useMemo(() => mostOf(rows), [rows])
  return (
    <ul
      ref={list}
      className="anchor child-bars"
      aria-label="Units and machines"
      style={{ height: rows.length * rowPx }}
    >
      {rows.slice(first, end).map((row, i) => {
        const { place } = row.child
        return (
          <li
            key={`${row.depth}${place.kind}${place.id}`}
            className={`placed-row stack hoverable child-bar child-bar-${row.depth}`}
            style={{ top: (first + i) * rowPx, height: rowPx }}
            aria-setsize={rows.length}
            aria-posinset={first + i + 1}
          >
            <Bar explainable={explainable} row={row} shown={shown} most={most} path={pathOf(row.child)} />
          </li>
        )
      })}
    </ul>
  )
}

function Bar({
  explainable,
  row,
  shown,
  most,
  path,
}: Omit<BarsProps, 'rows' | 'pathOf'> & { row: ChildRow; most: number; path: string }) {
  const { child } = row
  const { place, utilPct, runS, scheduledS } = child
  const mark = markOf(child)
  return (
    <>
      <PlaceLink to={path} className="cut cover-link child-bar-name" title={place.name}>
        <bdi>{place.name}</bdi>
      </PlaceLink>
      <span className="meter anchor child-bar-track" aria-hidden="true" data-excluded={child.excluded}>
        {shown === 'run' && most > 0 && (
          <span
            className="cover meter-fill child-bar-behind"
            style={{ width: `${Math.min(100, (scheduledS / most) * 100)}%` }}
          />
        )}
        <span
          className="cover meter-fill child-bar-fill"
          data-scheduled={scheduledS > 0}
          style={{ width: `${reach(child, shown, most)}%` }}
        />
        {shown === 'util' && (
          <span className="placed-mark child-bar-limit" style={{ left: `${UNDER_UTILIZED_PCT}%` }} />
        )}
      </span>
      <span className="one-line strong above child-bar-figure">
        <Explained explainable={childOf(explainable, child)}>
          {shown === 'util' ? percent(utilPct) : `${hours(runS)} h`}
        </Explained>
      </span>
      <span className="note one-line right child-bar-hours">
        {hours(runS)} of {hours(scheduledS)} h
      </span>
      <span className="cut note child-bar-mark" data-mark={mark}>
        {mark === undefined ? '' : markWords[mark]}
      </span>
    </>
  )
}
