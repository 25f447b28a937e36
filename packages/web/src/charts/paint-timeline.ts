import { DOWN, OFFLINE, POWERED_OFF, RUNNING } from '@millwatch/domain/status'
import { statusTiles } from './patterns.ts'
import type { Segment, Several, ShiftSpan } from './segment.ts'
import { touches, type Window } from './span.ts'
import type { Colours } from './theme.ts'
import type { Ready } from './use-painted.ts'

type Fill = string | CanvasPattern

/** Pattern tiles by theme and pixel density, shared by all timelines. */
const made = new Map<string, ReturnType<typeof statusTiles>>()

function fillsOf(context: CanvasRenderingContext2D, colours: Colours, scale: number): Fill[] {
  const key = `${colours.theme} ${scale}`
  const tiles = made.get(key) ?? statusTiles(colours, scale)
  made.set(key, tiles)
  return tiles.map((canvas) => {
    const pattern = canvas && context.createPattern(canvas, 'repeat')
    pattern?.setTransform(new DOMMatrix([1 / scale, 0, 0, 1 / scale, 0, 0]))
    return pattern ?? colours['running-area']
  })
}

/** Order of the statuses in a column, from bottom to top: stops are at the top, so that short ones are seen. */
const STACKED = [RUNNING, POWERED_OFF, OFFLINE, DOWN] as const
/** Least height of a status with any time, px. */
const LEAST_SHARE_PX = 2

/**
 * Returns the heights (px) of the statuses, from bottom to top, in a column of `height` px for several intervals: in proportion
 * to their time, at least 2 px each. A status without time is left out. Time outside the schedule in a status other than running
 * is left out too, so that its share at the top of the column is empty.
 */
export function sharesOf(
  { ms, unscheduledMs = [] }: Omit<Several, 'count'>,
  height: number,
): { status: number; height: number }[] {
  const shownMs = (status: number): number =>
    (ms[status] ?? 0) - (status === RUNNING ? 0 : (unscheduledMs[status] ?? 0))
  const there = STACKED.filter((status) => shownMs(status) > 0)
  const total = STACKED.reduce<number>((sum, status) => sum + (ms[status] ?? 0), 0)
  const least = Math.min(LEAST_SHARE_PX, height / Math.max(1, there.length))
  const free = height - least * there.length
  return there.map((status) => ({ status, height: least + (free * shownMs(status)) / total }))
}

/** Height of the strip of shifts at the top of the canvas, and of the space below it, px. */
const STRIP_PX = 6
const UNDER_STRIP_PX = 2
/** Width (px) below which shifts are left out, since their colours would flicker. */
const LEAST_SHIFT_PX = 2

const shiftColour = (colours: Colours, shift: number): string =>
  colours[shift === 1 ? 'shift-1' : shift === 2 ? 'shift-2' : 'shift-3']

const plainColour = (colours: Colours, status: number): string =>
  colours[
    status === RUNNING
      ? 'running-area'
      : status === DOWN
        ? 'down-area'
        : status === OFFLINE
          ? 'offline-area'
          : 'powered-off-area'
  ]

interface Painted {
  readonly segments: readonly Segment[]
  readonly window: Window
  readonly colours: Colours
  /** Shifts for the strip at the top; undefined if they are not drawn. */
  readonly shifts?: readonly ShiftSpan[] | undefined
  /** Time outside the schedule; statuses other than running are drawn low and pale there, over a base line. */
  readonly unscheduled?: readonly Window[] | undefined
}

/** Share of the height, and opacity, of statuses outside the schedule. */
const QUIET = { height: 0.5, opacity: 0.3 } as const
const BASE_LINE_PX = 1

/**
 * Paints a timeline over the whole canvas: no data as the ground, then running, then the other statuses on top, each at least one
 * device pixel wide. Several intervals together are shares in plain colours. With `shifts`, a strip in their colours is at the
 * top. Time outside the schedule is drawn at half height and 30 % opacity over a base line, unless the machine runs.
 */
export function paintTimeline({ context, width, height, scale }: Ready, painted: Painted): void {
  const { segments, window, colours, shifts, unscheduled = [] } = painted
  const pixelsPerMs = width / (window.to - window.from)
  const snap = (at: number): number => Math.round((at - window.from) * pixelsPerMs * scale) / scale
  const top = shifts === undefined ? 0 : STRIP_PX + UNDER_STRIP_PX
  for (const { from, to, shift } of shifts ?? []) {
    const [left, right] = [Math.max(0, snap(from)), Math.min(width, snap(to))]
    context.fillStyle = shiftColour(colours, shift)
    // One pixel of space separates two shifts of the same colour.
    if (right - left >= LEAST_SHIFT_PX) context.fillRect(left, 0, Math.max(right - left - 1, 1 / scale), STRIP_PX)
  }
  const fills = fillsOf(context, colours, scale)
  const fill = (status: number, x: number, wide: number, y = top, high = height - top): void => {
    context.fillStyle = fills[status] ?? colours.line
    context.fillRect(x, y, wide, high)
  }
  const fillPlain = (status: number, x: number, wide: number, y: number, high: number): void => {
    context.fillStyle = plainColour(colours, status)
    context.fillRect(x, y, wide, high)
  }
  const baseLine = (x: number, wide: number): void => {
    context.fillStyle = colours['text-3']
    context.fillRect(x, height - BASE_LINE_PX, wide, BASE_LINE_PX)
  }
  fill(0, 0, width)
  for (const onTop of [false, true]) {
    for (const segment of segments) {
      if ((segment.status !== RUNNING) !== onTop) continue
      const from = Math.max(0, snap(segment.from))
      const to = Math.min(width, snap(segment.to ?? window.to))
      if (to < from || from >= width || (segment.to ?? window.to) <= window.from) continue
      const wide = Math.max(to - from, 1 / scale)
      if (segment.several === undefined) fill(segment.status, from, wide)
      else {
        context.clearRect(from, top, wide, height - top)
        const isEmpty = stack(segment.several, height - top, (status, y, high) =>
          fillPlain(status, from, wide, top + y, high),
        )
        if (isEmpty) baseLine(from, wide)
      }
    }
  }
  const high = (height - top) * QUIET.height
  for (const part of unscheduled) {
    for (const segment of segments) {
      // Several intervals have their share outside the schedule left out already.
      if (segment.status === RUNNING || segment.several !== undefined || !touches(segment, part)) continue
      const from = Math.max(0, snap(Math.max(segment.from, part.from)))
      const to = Math.min(width, snap(Math.min(segment.to ?? window.to, part.to)))
      if (to <= from) continue
      context.clearRect(from, top, to - from, height - top)
      context.globalAlpha = QUIET.opacity
      fill(segment.status, from, to - from, height - high, high)
      context.globalAlpha = 1
      baseLine(from, to - from)
    }
  }
}

/**
 * Calls `fill` for each share of a column, from the bottom up. Returns true if it has no share, since all of its time is outside
 * the schedule.
 */
function stack(several: Several, height: number, fill: (status: number, y: number, high: number) => void): boolean {
  let bottom = height
  const shares = sharesOf(several, height)
  for (const share of shares) {
    bottom -= share.height
    fill(share.status, bottom, share.height)
  }
  return shares.length === 0
}
