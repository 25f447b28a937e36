import { expect, test } from 'vitest'
import { daysOf } from './retention.ts'

test('Events are kept for 31 to 36,500 days or forever, and any other text is refused', () => {
  expect(['31', '400', '36500', 'forever'].map(daysOf)).toEqual([31, 400, 36_500, null])
  for (const text of ['30', '36501', '2147483647', '9999999999', '0x40', '4e1', '-40', '', undefined])
    expect(daysOf(text)).toBeUndefined()
})
