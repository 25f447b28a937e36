import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

/** `| 7 | source | lesson | file | test |` */
const rows = read('docs/lessons.md')
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number = '', source = '', , file = '', name = '']) => ({
    number,
    source,
    file: file.replaceAll('`', ''),
    name,
  }))

test('there is a row for each of the 41 lessons', () => {
  expect(rows.map((row) => Number(row.number))).toEqual(Array.from({ length: 41 }, (_, i) => i + 1))
})

test.each(rows)('$number $source: a test with this name exists', ({ file, name }) => {
  expect(name).not.toBe('')
  // The title as it is written in the source, with each kind of quotes.
  const written = [`'${name}'`, `"${name}"`, `\`${name}\``]
  const text = read(file)
  expect(written.some((title) => text.includes(title)) ? name : `${name} is not in ${file}`).toBe(name)
})
