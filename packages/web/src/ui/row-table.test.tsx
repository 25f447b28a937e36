import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { stubLayout } from './layout.testing.ts'
import { RowTable } from './row-table.tsx'

afterEach(cleanup)

const columns = [{ name: 'number', head: 'Number', cell: (row: number) => row }]

/** Shows rows whose keys are their numbers, and returns what was chosen and the box in which they scroll. */
function show(first: number, current: number) {
  stubLayout()
  const chosen: (number | undefined)[] = []
  const table = (from: number, selected: number) => (
    <RowTable
      label="Numbers"
      columns={columns}
      rows={Array.from({ length: 100 }, (_, i) => from + i)}
      rowPx={33}
      keyOf={(row) => row}
      current={selected}
      onChoose={(row) => chosen.push(row)}
    />
  )
  const { rerender } = render(table(first, current))
  const change = (from: number, selected: number) => rerender(table(from, selected))
  return { chosen, change, box: screen.getByRole('region', { name: 'Numbers' }) }
}

test('rows that come above the selected row leave the box where it was scrolled; a newly selected row is scrolled into view', () => {
  const { change, box } = show(10, 12)
  box.scrollTop = 2000
  change(9, 12)
  expect(box.scrollTop).toBe(2000)
  change(9, 13)
  expect(box.scrollTop).not.toBe(2000)
})

test('arrow keys, j and k select rows; with Ctrl, Command or Alt held they are left to the browser', () => {
  const { chosen, box } = show(10, 12)
  for (const [key, row] of [
    ['ArrowDown', 13],
    ['k', 11],
    ['Escape', undefined],
  ] as const) {
    for (const held of ['ctrlKey', 'metaKey', 'altKey'])
      expect(fireEvent.keyDown(box, { key, [held]: true })).toBe(true)
    expect(chosen).toEqual([])
    expect(fireEvent.keyDown(box, { key })).toBe(false)
    expect(chosen.splice(0)).toEqual([row])
  }
})

test('the arrow keys choose nothing anew at the first and the last row', () => {
  const { chosen, change, box } = show(10, 10)
  fireEvent.keyDown(box, { key: 'ArrowUp' })
  change(10, 109)
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  expect(chosen).toEqual([])
})

test('rows that come while the pointer is on the table wait above it; the others show what is new of them', async () => {
  stubLayout()
  const table = (rows: readonly [number, string][]) => (
    <RowTable
      label="Runs"
      columns={[{ name: 'words', head: 'Words', cell: ([, words]: readonly [number, string]) => words }]}
      rows={rows}
      rowPx={33}
      newRow="run"
      keyOf={([number]) => number}
    />
  )
  const { rerender } = render(table([[1, 'one']]))
  const words = () => screen.getAllByRole('cell').map((cell) => cell.textContent)
  const box = screen.getByRole('region', { name: 'Runs' })
  fireEvent.pointerEnter(box)
  rerender(
    table([
      [3, 'three'],
      [2, 'two'],
      [1, 'first'],
    ]),
  )
  expect(words()).toEqual(['first'])
  fireEvent.click(screen.getByRole('button', { name: '2 new runs' }))
  expect(words()).toEqual(['three', 'two', 'first'])
  rerender(
    table([
      [1, 'first'],
      [2, 'two'],
      [3, 'three'],
    ]),
  )
  expect(words()).toEqual(['first', 'two', 'three'])
  rerender(
    table([
      [4, 'four'],
      [1, 'first'],
      [2, 'two'],
      [3, 'three'],
    ]),
  )
  expect(words()).toEqual(['first', 'two', 'three'])
  fireEvent.pointerLeave(box)
  expect(words()).toEqual(['four', 'first', 'two', 'three'])
  expect(screen.queryByRole('button')).toBeNull()
})

test('paper has the first 3,000 rows, says how many there are, and leaves no room for the others', () => {
  stubLayout()
  render(<RowTable label="Numbers" columns={columns} rows={Array.from({ length: 3100 }, (_, i) => i)} rowPx={33} />)
  expect(screen.queryByText(/exported file/)).toBeNull()
  act(() => void dispatchEvent(new Event('beforeprint')))
  const rows = [...document.querySelectorAll('tr')]
  expect(rows.length).toBe(1 + 3000 + 1)
  expect(rows.at(-1)?.textContent).toBe('The first 3,000 of 3,100 rows. The exported file has all of them.')
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(screen.queryByText(/exported file/)).toBeNull()
})
