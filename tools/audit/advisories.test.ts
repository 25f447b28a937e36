import { describe, expect, test } from 'vitest'
import { advisoriesIn } from './advisories.ts'

const via = [{ title: 'Prototype pollution', url: 'https://example.org/advisory' }, 'deeper']

describe('npm run audit', () => {
  test('lists each affected package with its cause', () => {
    const output = JSON.stringify({ vulnerabilities: { shallow: { severity: 'high', range: '<2', via } } })
    expect(advisoriesIn(output)).toEqual([
      'high: shallow <2: Prototype pollution (https://example.org/advisory); through deeper',
    ])
  })

  test('an empty report is an answer, after a warning too', () => {
    expect(advisoriesIn('npm warn unknown setting\n{"vulnerabilities": {}}')).toEqual([])
  })

  test.each([
    '',
    'npm error audit endpoint returned an error',
    '{"error": {"code": "ENOAUDIT"}}',
    '{"vulnerabilities": ',
  ])('%s is none', (output) => {
    expect(advisoriesIn(output)).toBeUndefined()
  })
})
