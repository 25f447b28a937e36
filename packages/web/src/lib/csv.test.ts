import { expect, it } from 'vitest'
import { csvCell, csvRows } from './csv.ts'

it.each(['=1+1', '+1', '-1', '@sum(A1)', '\tx', '\rx'])('the text %j is shown, not run, by a spreadsheet', (text) => {
  expect(csvCell(text)).toBe(`"'${text}"`)
})

it('a number stays a number, also below nothing', () => {
  expect(csvRows([[-1.5, 0, null, undefined]])).toBe('-1.5,0,,\r\n')
})

it('what would part cells is quoted', () => {
  expect(csvRows([['a,b', 'say "x"', 'two\nlines', 'plain']])).toBe('"a,b","say ""x""","two\nlines",plain\r\n')
})
