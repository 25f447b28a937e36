import { expect, test } from 'vitest'
import { camelRows } from './camel-rows.ts'

const resultOf = (...rows: Record<string, unknown>[]) => ({
  fields: Object.keys(rows[0] ?? {}).map((name) => ({ name }) as never),
  rows,
})

test('columns get the names of the program, values stay', () => {
  const at = { utc_at: 1 }
  const result = resultOf({ started_at: 5, analog_in_1: null, name: 'a', clock: at }, { started_at: 6, analog_in_1: 2 })
  expect(camelRows(result)).toEqual([
    { startedAt: 5, analogIn1: null, name: 'a', clock: at },
    { startedAt: 6, analogIn1: 2, name: undefined, clock: undefined },
  ])
})

test('a result with names of the program is returned as it is', () => {
  const result = resultOf({ startedAt: 5, name: 'a' })
  expect(camelRows(result)).toBe(result.rows)
})
