import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onPage, wallGrid, wallRows, wallScale, wallSpans } from './wall-grid.ts'

const screens = fc.constantFrom([1920, 950], [3840, 2000], [1280, 640], [1080, 1800], [390, 700] as const)

it('every machine is on one of the screens, whose tiles have the room they need', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1200 }), screens, (count, [width, height]) => {
      const all = Array.from({ length: count }, (_, index) => index)
      const grid = wallGrid(count, width, height)
      const shown = Array.from({ length: grid.pages }, (_, page) => onPage(all, grid, page))
      expect(shown.flat()).toEqual(all)
      for (const page of shown) {
        expect(page.length).toBeGreaterThan(0)
        expect(page.length).toBeLessThanOrEqual(grid.columns * grid.rows)
      }
      const scale = wallScale(width, height)
      if (grid.columns > 1) expect(width / grid.columns).toBeGreaterThanOrEqual(310 * scale)
      if (grid.rows > 1) expect(height / grid.rows).toBeGreaterThanOrEqual(172 * scale)
    }),
  )
})

it('few machines are large, many fill the screen, and what does not fit comes on further screens', () => {
  expect(wallGrid(1, 1920, 950)).toEqual({ columns: 1, rows: 1, pages: 1 })
  expect(wallGrid(4, 1920, 950)).toEqual({ columns: 2, rows: 2, pages: 1 })
  expect(wallGrid(25, 1920, 950)).toMatchObject({ pages: 1 })
  expect(wallGrid(61, 1920, 950)).toMatchObject({ pages: 3 })
})

it('a larger screen shows the same larger, never smaller than can be read', () => {
  expect(wallScale(3840, 2160)).toBe(2)
  expect(wallScale(1280, 720)).toBe(1)
  expect(wallGrid(25, 3840, 1900)).toEqual(wallGrid(25, 1920, 950))
})

it('the tiles fill all places of a screen: each row is as wide as the wall, and the first are not smaller than the others', () => {
  expect(wallRows(13, { columns: 4 })).toEqual([3, 3, 3, 4])
  expect(wallRows(10, { columns: 4 })).toEqual([3, 3, 4])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 12 }), (count, columns) => {
      const rows = wallRows(count, { columns })
      expect(rows.reduce((sum, tiles) => sum + tiles, 0)).toBe(count)
      expect(Math.max(...rows)).toBeLessThanOrEqual(columns)
      expect(rows).toEqual(rows.toSorted((a, b) => a - b))
      const { parts, spans } = wallSpans(count, { columns })
      let tile = 0
      for (const tiles of rows) {
        const wide = spans.slice(tile, tile + tiles).reduce((sum, span) => sum + span, 0)
        expect(wide).toBe(parts)
        tile += tiles
      }
    }),
  )
})
