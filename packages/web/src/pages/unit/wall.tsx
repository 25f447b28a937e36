import './wall.css'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { MachineTile, OrgUnit } from '../../features/tree/types.ts'
import { useNow, useStepsPassed } from '../../lib/clock.ts'
import { minuteOfDay, timeOfDay } from '../../lib/dates.ts'
import { briefDuration, percent } from '../../lib/format.ts'
import { toggleFullscreen } from '../../lib/use-fullscreen.ts'
import { zoneName } from '../../lib/zoned.ts'
import { useConnection } from '../../live/connection.ts'
import { usePlace } from '../../scope/place.ts'
import { shiftNames } from '../../ui/shifts.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { useHeight, useWidth } from '../../ui/use-size.ts'
import { nowCounts, nowWords } from './now.ts'
import type { TileContext } from './tile.tsx'
import { onPage, wallGrid, wallScale, wallSpans } from './wall-grid.ts'
import { WallTile } from './wall-tile.tsx'

interface WallProps {
  unit: OrgUnit
  machines: readonly MachineTile[]
  context: TileContext
  /** Called to leave the wall; undefined on a display, which cannot leave. */
  onLeave: (() => void) | undefined
}

/** Number of pages above which no dots are shown beside the number of the page. */
const MOST_DOTS = 20
/** Number of characters above which a name is smaller and may take two lines. */
const LONG_NAME = 24
/** Time for which a page of the wall is shown, long enough to read all its tiles, ms. */
const PAGE_MS = 15_000

/**
 * Machines of a unit over the whole screen, to be read from three metres. If they do not fit, pages follow each other every
 * 15 s; arrow keys turn pages, the space bar holds, Escape calls `onLeave`.
 */
export function Wall({ unit, machines, context, onLeave }: WallProps) {
  const wall = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLUListElement>(null)
  const [width, height] = [useWidth(box), useHeight(box)]
  const scale = wallScale(useWidth(wall), useHeight(wall))
  const grid = wallGrid(machines.length, width, height)
  const pager = usePage(grid.pages)
  const shown = onPage(machines, grid, pager.page)
  const { parts, spans } = wallSpans(shown.length, grid)
  useBehind()
  useKeys({
    ArrowRight: () => pager.turn(1),
    ArrowLeft: () => pager.turn(-1),
    ' ': pager.toggle,
    Escape: () => onLeave?.(),
  })
  return createPortal(
    <div
      ref={wall}
      className="stack wall"
      role="region"
      aria-label={`Wall of ${unit.name}`}
      style={{ fontSize: 20 * scale }}
    >
      <WallHead unit={unit} machines={machines} context={context} />
      <ul
        ref={box}
        className="stack wall-tiles"
        aria-label="Machines"
        style={{
          gridTemplateColumns: `repeat(${parts}, minmax(0, 1fr))`,
          gridAutoRows: 'minmax(0, 1fr)',
        }}
      >
        {width > 0 &&
          shown.map((machine, index) => (
            <WallTile key={machine.id} machine={machine} unitId={unit.id} span={spans[index] ?? 1} />
          ))}
      </ul>
      <WallFoot unit={unit} context={context} pages={grid.pages} pager={pager} onLeave={onLeave} />
    </div>,
    document.body,
  )
}

interface Pager {
  /** Current page, from 0. */
  readonly page: number
  readonly isHeld: boolean
  readonly turn: (by: number) => void
  readonly toggle: () => void
}

/**
 * Returns the current page and functions to change it. The page advances every 15 s unless it is held, and starts over after the
 * last; `turn` moves by a number of pages, `toggle` holds the page or lets it advance again.
 */
function usePage(pages: number): Pager {
  const step = useStepsPassed(PAGE_MS)
  const [offset, setOffset] = useState(0)
  const [heldAt, setHeldAt] = useState<number>()
  const page = ((((heldAt ?? step) + offset) % pages) + pages) % pages
  return {
    page,
    isHeld: heldAt !== undefined,
    turn: (by) => setOffset((before) => before + by),
    toggle: () => {
      // Continue at the page where it was held.
      if (heldAt !== undefined) setOffset((before) => before + heldAt - step)
      setHeldAt(heldAt === undefined ? step : undefined)
    },
  }
}

/** Hides the page behind the wall while the component exists; the page keeps its state. Both are never painted together. */
function useBehind(): void {
  useLayoutEffect(() => {
    const root = document.getElementById('root')
    root?.setAttribute('data-behind-wall', '')
    return () => root?.removeAttribute('data-behind-wall')
  }, [])
}

function WallHead({
  unit,
  machines,
  context,
}: {
  unit: OrgUnit
  machines: readonly MachineTile[]
  context: TileContext
}) {
  const now = useNow()
  const words = useMemo(() => nowWords(nowCounts(machines)), [machines])
  const isLong = unit.name.length > LONG_NAME
  return (
    <div className="one-line wall-head">
      <h1 className={`${isLong ? 'two-lines wall-name-long' : 'cut'} wall-name`} title={unit.name}>
        <bdi>{unit.name}</bdi>
      </h1>
      <span className="wrap grow wall-facts">
        <span className="muted regular wall-second wall-count">{words}</span>
        <WallShift zone={context.zone} />
      </span>
      <span className="push wall-util">
        {percent(unit.figures.util_pct)} <span className="muted regular wall-second">{context.label}</span>
      </span>
      <span className="wall-time">
        <time className="strong wall-clock-time">{timeOfDay(now, context.zone)}</time>{' '}
        <span className="muted regular wall-second wall-wide">{zoneName(now, context.zone)}</span>
      </span>
    </div>
  )
}

/** Current shift of the unit, with its hours; nothing while there is none. */
function WallShift({ zone }: { zone: string }) {
  const shift = usePlace((place) => place.shift)
  if (shift === undefined || !shift.isOn) return null
  const { from, to } = shift
  return (
    <span className="one-line muted regular wall-second wall-shift">
      {shiftNames[shift.shift]} {minuteOfDay(from, zone)} – {minuteOfDay(to, zone)}
    </span>
  )
}

interface WallFootProps {
  unit: OrgUnit
  context: TileContext
  pages: number
  pager: Pager
  onLeave: (() => void) | undefined
}

function WallFoot({ unit, context, pages, pager, onLeave }: WallFootProps) {
  const { state, lastContactAt } = useConnection()
  const now = useNow()
  const asOf = minuteOfDay(Date.parse(unit.as_of), context.zone)
  return (
    <div className="muted line one-line wall-foot">
      {state === 'lost' ? (
        <span className="strong caution wall-lost" role="status">
          Connection lost · data {briefDuration(now - lastContactAt)} old
        </span>
      ) : (
        <span>
          <span className="wall-wide">Status as it happens · </span>figures as of {asOf}
        </span>
      )}
      {pages > 1 && (
        <span className="inline wall-pages">
          {pages <= MOST_DOTS && <Dots pages={pages} page={pager.page} />}
          <span>
            Page {pager.page + 1} of {pages}
            {pager.isHeld && ', held'}
          </span>
        </span>
      )}
      {onLeave !== undefined && (
        <span className="push inline wall-ways">
          {pages > 1 && (
            <button type="button" className="muted wall-way" aria-pressed={pager.isHeld} onClick={pager.toggle}>
              Hold the page
            </button>
          )}
          <button type="button" className="muted wall-way wall-wide" onClick={toggleFullscreen}>
            Fullscreen
          </button>
          <button type="button" className="muted wall-way" onClick={onLeave}>
            Leave the wall
          </button>
        </span>
      )}
    </div>
  )
}

function Dots({ pages, page }: { pages: number; page: number }) {
  return (
    <span className="inline wall-dots" aria-hidden="true">
      {Array.from({ length: pages }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name
        <i key={index} data-shown={index === page} />
      ))}
    </span>
  )
}
