import { expect, it } from 'vitest'
import { phoneWords } from './phone.ts'

it.each([
  ['+13125550123', '(312) 555-0123'],
  ['+4366012345', '+4366012345'],
  [null, ''],
  [undefined, ''],
])('the phone number %s reads as "%s"', (kept, words) => {
  expect(phoneWords(kept)).toBe(words)
})
