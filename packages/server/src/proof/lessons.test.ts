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

test('there is a row for each of the 40 lessons', () => {
  expect(rows.map((one) => Number(one.number))).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
})

test.each(rows)('$number $source: its test is there, by this name', ({ file, name }) => {
  expect(name).not.toBe('')
  // As the source has it between its quotes.
  const written = [`'${name}'`, `"${name}"`, `\`${name}\``]
  const text = read(file)
  expect(written.some((one) => text.includes(one)) ? name : `${name} is not in ${file}`).toBe(name)
})
