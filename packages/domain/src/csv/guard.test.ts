import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guardCell } from './index.ts'

const nasty = fc.string({
  unit: fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '\uFF1D',
    '\uFF0B',
    '\uFF0D',
    '\uFF20',
    ';',
    ',',
    '"',
    "'",
    '\t',
    '\r',
    '\n',
    ' ',
    'a',
    '1',
  ),
})

describe('a guarded cell', () => {
  test('begins no formula, wherever a spreadsheet ends its cells', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        for (const cell of guardCell(text).split(/[;\t\r\n]/))
          expect(cell).not.toMatch(/^["\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/)
      }),
    )
  })

  test('is the text itself, but for apostrophes', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(guardCell(text).replaceAll("'", '')).toBe(text.replaceAll("'", ''))
      }),
    )
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+49 1', "'+49 1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['a;=cmd', "a;'=cmd"],
    ['line\n=1', "line\n'=1"],
    ['a\n\n =1', "a\n\n' =1"],
    ['\uFF1D1+1', "'\uFF1D1+1"],
    ['a;\uFF0B1', "a;'\uFF0B1"],
    ['5-3', '5-3'],
    ['', ''],
  ])('%j becomes %j', (text, guarded) => expect(guardCell(text)).toBe(guarded))

  test('is made in a moment, also of a million line ends', () => {
    const text = '\n'.repeat(1_000_000)
    expect(guardCell(text)).toBe(text)
  })
})
