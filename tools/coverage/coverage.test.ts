import { describe, expect, test } from 'vitest'
import { faultsOfRows, type Project } from './check.ts'
import { countsOf, coverageDocument } from './document.ts'
import { numberSentences } from './number.ts'
import { readCoverage } from './read.ts'
import { titlesIn } from './titles.ts'

describe('the titles of a test file', () => {
  const source = [
    "describe('a group', () => {",
    "  test('adds up', () => {})",
    '  it(\n    "somebody\'s", () => {})',
    "  test('it\\'s', () => {})",
    '  test(`at a width`, () => {})',
    "  test.each([['a', 1]])('of each: %s', () => {})",
    "  test.skip('left out', () => {})",
    "  say('words', 1)",
    '})',
  ].join('\n')

  test('are those of its tests and of its groups, as they are written', () => {
    const { tests, groups } = titlesIn(source)
    expect([...tests]).toEqual(['adds up', "somebody's", "it's", 'at a width', 'of each: %s'])
    expect([...groups]).toEqual(['a group'])
  })
})

const project: Project = {
  titlesOf: (path) =>
    path === 'a.test.ts' ? { tests: new Set(['adds up']), groups: new Set(['a group']) } : undefined,
  hasDecision: (number) => number === '0001',
}
const document = (...lines: string[]) => readCoverage('docs/coverage/01-a.md', ['# A', '', ...lines].join('\n'))
const faults = (...lines: string[]) => faultsOfRows(document(...lines).rows, { 'A 1': 2 }, project)
const first = ['- **A 1.1** It adds up.', '  - `a.test.ts` › a group › adds up']
const second = ['- **A 1.2** It stays.', '  - decision 0001', '  - open: it does not stay yet']

describe('the rows of a system', () => {
  test('with a test, a decision or what is open for each sentence have no fault', () => {
    expect(faults(...first, ...second)).toEqual([])
    expect(faults('- **A 1.1, A 1.2** Both.', '  - `a.test.ts` › adds up')).toEqual([])
  })

  test.each([
    ['a sentence in no row', [...first], 'A 1.2 is in no row.'],
    [
      'a sentence that nobody wrote',
      [...first, ...second, '- **B 1.1** More.', '  - decision 0001'],
      'docs/coverage/01-a.md:8 B 1.1 is no sentence of the specifications.',
    ],
    [
      'a row without evidence',
      [...first, '- **A 1.2** It stays.'],
      'docs/coverage/01-a.md:5 A 1.2 has neither a test nor a decision.',
    ],
    [
      'a test that is gone',
      ['- **A 1.1** It adds up.', '  - `a.test.ts` › adds', ...second],
      'docs/coverage/01-a.md:3 cites a test that a.test.ts does not have: adds',
    ],
    [
      'a group that is gone',
      ['- **A 1.1** It adds up.', '  - `a.test.ts` › another › adds up', ...second],
      'docs/coverage/01-a.md:3 cites a test that a.test.ts does not have: another › adds up',
    ],
    [
      'a file that is gone',
      ['- **A 1.1** It adds up.', '  - `b.test.ts` › adds up', ...second],
      'docs/coverage/01-a.md:3 cites b.test.ts, which is no test file.',
    ],
    [
      'a decision that is gone',
      ['- **A 1.1** It adds up.', '  - decision 0002', ...second],
      'docs/coverage/01-a.md:3 cites decision 0002, which does not exist.',
    ],
  ])('%s is a fault', (_, lines, fault) => {
    expect(faults(...lines)).toEqual([fault])
  })

  test('a line of a list that is neither a sentence nor evidence is a finding', () => {
    expect(document(...first, '  - somebody looked at it').findings).toEqual([
      'docs/coverage/01-a.md:5 is neither a sentence nor its evidence: - somebody looked at it',
    ])
  })
})

test('the document has the counts, what is open, and each sentence in its order', () => {
  const reading = document(...second, ...first)
  expect(countsOf(reading.rows)).toEqual({ rows: 2, tested: 1, decided: 0, open: 1 })
  const text = coverageDocument([reading], { 'A 1': 2 })
  expect(text).toContain('| [A](coverage/01-a.md) | 2 | 1 | 0 | 1 |')
  expect(text).toContain('- [A 1.2](coverage/01-a.md) It stays. **Open:** it does not stay yet\n')
  expect(text).toMatch(
    /A 1\.1\]\(coverage\/01-a\.md\) \| It adds up\. \| 1 test \|\n.*A 1\.2.* \| decision 0001, \*\*open\*\* \|/,
  )
})

test('sentences of a specification are numbered by section, a row of a table as one', () => {
  const text = [
    '# Title',
    'It works. It stays.',
    '## 1. Calls',
    '- One (a. b). Two',
    '| Method | Answer |',
    '|---|---|',
    '| GET /a | b. C |',
  ].join('\n')
  expect(numberSentences(text)).toEqual([
    { place: '0.1', text: 'It works.' },
    { place: '0.2', text: 'It stays.' },
    { place: '1.1', text: 'One (a. b).' },
    { place: '1.2', text: 'Two' },
    { place: '1.3', text: '| GET /a | b. C |' },
  ])
})
