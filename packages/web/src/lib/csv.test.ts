import { expect, it } from 'vitest'
import { csvRows } from './csv.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum(A1)', "'@sum(A1)"],
  ['\tx', `"'\tx"`],
  ['a;=1', `"a;'=1"`],
])('the text %j is shown, not run, by a spreadsheet', (text, written) => {
  expect(csvRows([[text]])).toBe(`${written}\r\n`)
})

it('a number stays a number, also below nothing', () => {
  expect(csvRows([[-1.5, 0, null, undefined]])).toBe('-1.5,0,,\r\n')
})

it('what would part cells is quoted', () => {
  expect(csvRows([['a,b', 'say "x"', 'two\nlines', 'plain']])).toBe('"a,b","say ""x""","two\nlines",plain\r\n')
})
