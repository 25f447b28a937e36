import { expect, test } from 'vitest'
import { labelsOf, withoutGaps } from './column-labels.ts'

const room = { left: 40, right: 6 }
const days = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => {
    const date = new Date(Date.UTC(2026, 9, first + i))
    const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()]
    return { label: `${day}`, fullLabel: `${month}/${day}`, turn: `${month}` }
  })

test('labels have their month where it turns, and on the first if it turns at all', () => {
  expect([...labelsOf(days(29, 5), 1000, room).values()]).toEqual(['10/29', '30', '31', '11/1', '2'])
  expect([...labelsOf(days(10, 3), 1000, room).values()]).toEqual(['10', '11', '12'])
})

test('a turn between two labels is on the label after it', () => {
  const labels = labelsOf(days(29, 40), 600, room)
  expect([...labels].slice(0, 2)).toEqual([
    [0, '10/29'],
    [4, '11/2'],
  ])
})

test('no label is cut at an edge', () => {
  const columns = Array.from({ length: 53 }, (_, i) => ({ label: `November ${i}` }))
  for (const width of [300, 517, 640, 900, 1311]) {
    const labels = labelsOf(columns, width, room)
    expect(labels.size).toBeGreaterThan(1)
    for (const [i, text] of labels) {
      const middle = ((i + 0.5) * width) / columns.length
      expect(middle + (text.length * 7.2) / 2).toBeLessThanOrEqual(width + room.right)
    }
  }
  const wide = labelsOf([{ label: 'a' }, { label: 'much longer than its column' }], 150, room)
  expect([...wide.keys()]).toEqual([0])
})

test('a trend line stops at columns without a value', () => {
  const columns = [null, 1, 2, null, 3, null, null, 4, 5, 6].map((value) => ({ value }))
  expect(withoutGaps(columns)).toEqual([
    [1, 2],
    [4, 4],
    [7, 9],
  ])
  expect(withoutGaps([{ value: null }])).toEqual([])
})
