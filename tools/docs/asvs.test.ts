import { describe, expect, test } from 'vitest'
import { readAsvs } from './asvs.ts'
import { asvsLevels } from './asvs-ids.ts'

const levels = new Map([
  ['V1.1.1', '1'],
  ['V1.1.2', '2'],
])
const files: Readonly<Record<string, string>> = {
  'docs/a.md': '# A',
  'src/a.test.ts':
    "test('adds up', () => {})\ntest.each([1])('of each: %s', () => {})\ndescribe(\n  'a group', () => {})\nsay('words')",
}
const findings = (...lines: string[]) =>
  readAsvs(['id,level,verdict,evidence,reason,by', ...lines, ''].join('\n'), levels, (path) => files[path]).findings
const first = 'V1.1.1,1,met,docs/a.md,,'
const second = 'V1.1.2,2,not looked at,,,'

describe('the table of security requirements', () => {
  test('with each id once, a known verdict and evidence that is there passes', () => {
    expect(findings(first, second)).toEqual([])
    expect(
      findings(
        'V1.1.1,1,partly,docs/a.md | src/a.test.ts: adds up,"a, ""b""",2027-03-31',
        'V1.1.2,2,not met,,because,2027-11-24',
      ),
    ).toEqual([])
    for (const name of ['adds up', 'of each: %s', 'a group'])
      expect(findings(`V1.1.1,1,met,src/a.test.ts: ${name},,`, second)).toEqual([])
  })

  test.each([
    ['an id that is missing', [first], 'V1.1.2 is missing.'],
    ['an id that is there twice', [first, first, second], 'V1.1.1 is there 2 times.'],
    ['an id nobody knows', [first, second, 'V9.9.9,1,not looked at,,,'], 'V9.9.9 is no requirement of level 1 or 2.'],
    ['another level', ['V1.1.1,2,met,docs/a.md,,', second], 'V1.1.1 is of level 1.'],
    [
      'a verdict that is none',
      ['V1.1.1,1,yes,docs/a.md,,', second],
      'V1.1.1: "yes" is no verdict (met, partly, not met, not applicable, not looked at).',
    ],
    ['met by nothing', ['V1.1.1,1,met,,,', second], 'V1.1.1 is met by no evidence.'],
    ['partly for no reason', ['V1.1.1,1,partly,docs/a.md,,2027-03-31', second], 'V1.1.1 is partly for no reason.'],
    ['not met for no reason', [first, 'V1.1.2,2,not met,,,2027-03-31'], 'V1.1.2 is not met for no reason.'],
    ['not applicable for no reason', [first, 'V1.1.2,2,not applicable,,,'], 'V1.1.2 is not applicable for no reason.'],
    [
      'a file that is gone',
      ['V1.1.1,1,met,docs/gone.md,,', second],
      'V1.1.1 cites docs/gone.md, which does not exist.',
    ],
    [
      'a test that is gone',
      ['V1.1.1,1,met,src/a.test.ts: adds,,', second],
      'V1.1.1 cites a test that src/a.test.ts has not: adds',
    ],
    [
      'words of a file that are no test',
      ['V1.1.1,1,met,src/a.test.ts: words,,', second],
      'V1.1.1 cites a test that src/a.test.ts has not: words',
    ],
    ['a cell too many', ['V1.1.1,1,met,docs/a.md,,,', second], 'V1.1.1 has not 6 cells.'],
    [
      'partly without a day',
      ['V1.1.1,1,partly,docs/a.md,because,soon', second],
      'V1.1.1 is partly without a day (2027-03-31) by which it is met or looked at again.',
    ],
    [
      'not met without a day',
      [first, 'V1.1.2,2,not met,,because,'],
      'V1.1.2 is not met without a day (2027-03-31) by which it is met or looked at again.',
    ],
    ['met by a day', ['V1.1.1,1,met,docs/a.md,,2027-03-31', second], 'V1.1.1 is met, so it has no day.'],
  ])('%s fails', (_, lines, finding) => {
    expect(findings(...lines)).toEqual([finding])
  })

  test('with other columns fails', () => {
    expect(readAsvs('id,verdict\n', levels, () => undefined).findings).toEqual([
      'The columns are id,level,verdict,evidence,reason,by.',
    ])
  })

  test('is of the 70 requirements of level 1 and the 183 of level 2', () => {
    const countOf = (level: string) => [...asvsLevels.values()].filter((entry) => entry === level).length
    expect([countOf('1'), countOf('2')]).toEqual([70, 183])
  })
})
