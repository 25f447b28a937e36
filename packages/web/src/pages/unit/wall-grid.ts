/** Division of a wall into columns and rows of tiles. */
export interface WallGrid {
  readonly columns: number
  readonly rows: number
  /** Number of screens needed for all machines. */
  readonly pages: number
}

/**
 * Least size of a tile that can be read from three metres on a screen of 1,920 x 1,080 px; it grows in proportion on larger
 * screens.
 */
const LEAST_WIDTH = 310
const LEAST_HEIGHT = 172
const DESIGN = { width: 1920, height: 1080 } as const

/**
 * Returns the scale of text on a screen of this size (px), relative to 1,920 x 1,080; at least 1, since smaller text could
 * not be read.
 */
export const wallScale = (width: number, height: number): number =>
  Math.max(1, Math.min(width / DESIGN.width, height / DESIGN.height))

/** Aspect ratio of a tile (width to height) above which more width is no gain, since its text does not grow. */
const BEST_ASPECT = 1.9

/**
 * Returns the grid of a wall for `count` tiles on a screen of this size (px). If all fit, the tiles are as large as possible;
 * otherwise they are divided evenly among several pages.
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
  // Prefers the largest tile by its smaller side.
  const sizeOf = ({ columns, rows }: { columns: number; rows: number }): number =>
    Math.min(width / columns / BEST_ASPECT, height / rows)
  const [best] = candidates.toSorted((a, b) => sizeOf(b) - sizeOf(a) || a.columns * a.rows - b.columns * b.rows)
  return { columns: best?.columns ?? mostColumns, rows: best?.rows ?? mostRows, pages }
}

/**
 * Returns the items of `all` that a page of the wall shows, in their order. Pages are counted from 0 and start over after the
 * last.
 */
export function onPage<T>(all: readonly T[], { columns, rows, pages }: WallGrid, page: number): readonly T[] {
  const onEach = Math.min(columns * rows, Math.ceil(all.length / pages))
  const first = (page % pages) * onEach
  return all.slice(first, first + onEach)
}

/**
 * Returns the number of tiles in each row of the grid, from the top. The `count` tiles are divided as evenly as possible; rows
 * with fewer tiles, which are larger, come first.
 */
export function wallRows(count: number, { columns }: Pick<WallGrid, 'columns'>): number[] {
  const rows = Math.max(1, Math.ceil(count / columns))
  const least = Math.floor(count / rows)
  const longer = count - least * rows
  return Array.from({ length: rows }, (_, row) => least + (row >= rows - longer ? 1 : 0))
}

/**
 * Returns the number of equal `parts` into which the width of the wall is divided, and how many of them each tile
 * takes, so that the tiles of each row fill the wall.
 */
export function wallSpans(count: number, grid: Pick<WallGrid, 'columns'>): { parts: number; spans: number[] } {
  const rows = wallRows(count, grid)
  const parts = rows.reduce((product, tiles) => (product % tiles === 0 ? product : product * tiles), 1)
  return { parts, spans: rows.flatMap((tiles) => Array.from({ length: tiles }, () => parts / tiles)) }
}
