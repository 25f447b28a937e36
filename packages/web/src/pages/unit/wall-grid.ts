/** How a wall is cut into tiles. */
export interface WallGrid {
  readonly columns: number
  readonly rows: number
  /** How many screens it takes to show all. */
  readonly pages: number
}

/** What is read from three metres needs so much room on a screen of 1,920 x 1,080, and in proportion on a larger one. */
const LEAST_WIDTH = 310
const LEAST_HEIGHT = 172
const DESIGN = { width: 1920, height: 1080 } as const

/** How much larger than on 1,920 x 1,080 everything is; never smaller, for text would be too small to read. */
export const wallScale = (width: number, height: number): number =>
  Math.max(1, Math.min(width / DESIGN.width, height / DESIGN.height))

/** Wider tiles than this waste the screen: a name does not grow with them. */
const BEST_ASPECT = 1.9

/**
 * So many tiles that all fill the screen: all of them where each has the room it needs, as large as they can be, else as many
 * as fit, on several screens with about as many on each.
 */
export function wallGrid(count: number, width: number, height: number): WallGrid {
  const scale = wallScale(width, height)
  const mostColumns = Math.max(1, Math.floor(width / (LEAST_WIDTH * scale)))
  const mostRows = Math.max(1, Math.floor(height / (LEAST_HEIGHT * scale)))
  const pages = Math.max(1, Math.ceil(count / (mostColumns * mostRows)))
  const onEach = Math.max(1, Math.ceil(count / pages))
  const candidates = Array.from({ length: mostColumns }, (_, index) => index + 1).flatMap((columns) => {
    const rows = Math.ceil(onEach / columns)
    return rows > mostRows ? [] : [{ columns, rows }]
  })
  // The least stretched tile that is large: the smaller side counts.
  const sizeOf = ({ columns, rows }: { columns: number; rows: number }): number =>
    Math.min(width / columns / BEST_ASPECT, height / rows)
  const [best] = candidates.toSorted((a, b) => sizeOf(b) - sizeOf(a) || a.columns * a.rows - b.columns * b.rows)
  return { columns: best?.columns ?? mostColumns, rows: best?.rows ?? mostRows, pages }
}

/** Which of the machines stand on a screen, from 0. */
export function onPage<T>(all: readonly T[], { columns, rows, pages }: WallGrid, page: number): readonly T[] {
  const onEach = Math.min(columns * rows, Math.ceil(all.length / pages))
  const first = (page % pages) * onEach
  return all.slice(first, first + onEach)
}
