import { expect, test } from 'vitest'
import { dateInMail } from './date-text.ts'

const at = Date.UTC(2026, 10, 21, 8, 5)

test.each([
  [null, null, '11/21/2026 9:05 AM (Europe/Berlin)'],
  ['en-US', 24, '11/21/2026 09:05 (Europe/Berlin)'],
  ['de-DE', null, '21.11.2026 09:05 (Europe/Berlin)'],
  ['en-GB', 12, '21/11/2026 9:05 am (Europe/Berlin)'],
] as const)('a mail to a reader with locale %s and a clock of %s hours says %s', (locale, clockHours, text) => {
  expect(dateInMail(at, 'Europe/Berlin', { locale, clockHours })).toBe(text)
})
