import { guardCell } from '@millwatch/domain/csv'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLines } from './csv.ts'

const csvLine = (cells: (string | number | null)[]) => csvLines([cells])

/** Reads CSV by RFC 4180, with any separator. */
function parse(text: string, separator = ','): string[][] {
  const rows: string[][] = [['']]
  let isQuoted = false
  const row = () => rows.at(-1) ?? []
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? ''
    const cell = row().at(-1) ?? ''
    const append = (more: string) => row().splice(-1, 1, cell + more)
    if (isQuoted && char === '"' && text[i + 1] === '"') {
      append('"')
      i++
    } else if (char === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && char === separator) row().push('')
    else if (!isQuoted && char === '\r' && text[i + 1] === '\n') {
      rows.push([''])
      i++
    } else append(char)
  }
  return rows.slice(0, -1)
}

const nasty = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', ';', ',', '"', "'", '\t', '\r', '\n', ' ', 'a', '1'),
})

describe('a line of CSV', () => {
  test('is read back as it was written (P16), but for the apostrophes that make it harmless', () => {
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 1 }), (cells) => {
        const [read] = parse(csvLine(cells))
        expect(read?.map((cell) => cell.replaceAll("'", ''))).toEqual(cells.map((cell) => cell.replaceAll("'", '')))
      }),
    )
  })

  test('leaves what is no formula as it is', () => {
    const plain = fc.string().filter((text) => !/[=+\-@\t\r]/.test(text))
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1 }), (cells) => {
        expect(parse(csvLine(cells))).toEqual([cells])
      }),
    )
    expect(csvLine([1, -2, null, 'a'])).toBe('1,-2,,a\r\n')
  })

  test('holds no cell that begins like a formula, wherever cells are taken to end', () => {
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 1 }), (cells) => {
        for (const separator of [',', ';', '\t'])
          for (const cell of parse(csvLine(cells), separator).flat()) expect(cell).not.toMatch(/^[\t\r]?\s*[=+\-@]/)
      }),
    )
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+49 1', "'+49 1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t'=1"`],
    ['a;=cmd', `"a;'=cmd"`],
    ['a; -1', `"a;' -1"`],
    ['line\n=1', `"line\n'=1"`],
    ['5-3', '5-3'],
  ])('%j becomes %j', (cell, written) => expect(csvLine([cell])).toBe(`${written}\r\n`))
})

test('A row is written as it is in CSV with all cells checked, whatever they are', () => {
  const letters = ['', 'a', 'Z', '0', ' ', '.', ':', '-', '_', '=', '+', '@', '"', "'", ',', ';', '\t', '\r', '\n', 'ä']
  const text = fc.array(fc.constantFrom(...letters), { maxLength: 6 }).map((parts) => parts.join(''))
  const cell = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(null))
  const checked = (row: (string | number | null)[]) =>
    stringify([row], { record_delimiter: '\r\n', quoted_match: /[;\t\r\n]/, cast: { string: guardCell } })
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 4 }), (rows) => {
      expect(csvLines(rows)).toBe(rows.map(checked).join(''))
    }),
    { numRuns: 1000 },
  )
})
