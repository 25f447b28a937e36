import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { longestOfPlaywright, longestOfVitest } from './longest-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'longest-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(content: unknown): string {
  const path = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(path, JSON.stringify(content))
  return path
}

test('Vitest: the files that took long, the longest first, and the sum of all', () => {
  const file = (name: string, startTime: number, endTime: number) => ({
    name: join(process.cwd(), name),
    startTime,
    endTime,
  })
  const testResults = [file('a.test.ts', 1000, 3400), file('b.test.ts', 0, 60_000), file('c.test.ts', 0, 600)]
  expect(longestOfVitest(report({ testResults }))).toBe(
    '3 files, one after another 63 s\n    60 s b.test.ts\n    2 s a.test.ts',
  )
})

test('Playwright: the tests of a file are added up, those in a group too', () => {
  const spec = (...ms: number[]) => ({ tests: [{ results: ms.map((duration) => ({ duration })) }] })
  const group = { file: 'a.spec.ts', specs: [spec(4000)] }
  const suites = [
    { file: 'a.spec.ts', specs: [spec(1500), spec(500, 1000)], suites: [group] },
    { file: 'b.spec.ts', specs: [spec(9000)] },
  ]
  expect(longestOfPlaywright(report({ suites }))).toBe(
    '2 files, one after another 16 s\n    9 s b.spec.ts\n    7 s a.spec.ts',
  )
})

test('nothing is said without a report', () => {
  const missing = join(folder, 'missing.json')
  expect([longestOfVitest(missing), longestOfPlaywright(missing)]).toEqual([undefined, undefined])
})
