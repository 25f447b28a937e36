import { expect, test } from 'vitest'
import { camelRows } from './camel-rows.ts'

const resultOf = (columns: string[], ...rows: unknown[][]) => ({
  fields: columns.map((name) => ({ name }) as never),
  rows,
})

test('columns get the names of the program, values stay', () => {
  const at = { utc_at: 1 }
  const result = resultOf(['started_at', 'analog_in_1', 'name', 'clock'], [5, null, 'a', at], [6, 2, null, null])
  expect(camelRows(result)).toEqual([
    { startedAt: 5, analogIn1: null, name: 'a', clock: at },
    { startedAt: 6, analogIn1: 2, name: null, clock: null },
  ])
})

test('names of the program stay, and a result without rows is empty', () => {
  expect(camelRows(resultOf(['startedAt', 'name'], [5, 'a']))).toEqual([{ startedAt: 5, name: 'a' }])
  expect(camelRows(resultOf(['started_at']))).toEqual([])
})
