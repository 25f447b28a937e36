import { describe, expect, test } from 'vitest'
import { readPhone } from './phone.ts'

describe('a phone number', () => {
  test.each(['2025550123', '(202) 555-0123', '202.555.0123', '1 202 555 0123', '+1 202-555-0123', ' +12025550123 '])(
    '%s is kept in E.164',
    (typed) => {
      expect(readPhone(typed)).toBe('+12025550123')
    },
  )

  test('blank is none', () => {
    for (const typed of ['', '  ', '\t']) expect(readPhone(typed)).toBeNull()
  })

  test.each([
    '555-0123',
    '123 456 7890',
    '202555012',
    '20255501234',
    '+44 20 7946 0958',
    '+49 30 901820',
    '1-800-FLOWERS',
    '202-555-0123 x12',
    'tel:+12025550123',
    '+12025550123;ext=1',
    '２０２５５５０１２３',
    'call 202-555-0123',
    '000',
    '911',
    '+1',
  ])('%s is none of the US', (typed) => {
    expect(() => readPhone(typed)).toThrow('Phone number not properly formatted')
  })
})
