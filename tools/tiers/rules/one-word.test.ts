import { describe, expect, test } from 'vitest'
import { namedOtherwise } from '../base/words.ts'
import { findingsOf } from './findings.testing.ts'
import { oneWord } from './one-word.ts'

const contract = (word: string) => ({ [`packages/contract/src/http/${word}.ts`]: '' })
const feature = (word: string) => ({ [`packages/web/src/features/${word}/queries.ts`]: '' })

describe('rule 11: one word in all packages', () => {
  test('a file of the contract has the name of a module, or of a part of it', () => {
    for (const word of ['runs', 'runs-tags', 'api-keys', 'health'])
      expect(findingsOf(oneWord, contract(word))).toEqual([])
    for (const word of ['drawn', 'runstags', 'rosters'])
      expect(findingsOf(oneWord, contract(word))).toEqual([
        expect.stringContaining(`No server module is called ${word}`),
      ])
  })

  test('a feature has the name of a module', () => {
    expect(findingsOf(oneWord, feature('runs'))).toEqual([])
    expect(findingsOf(oneWord, { ...feature('mail'), ...contract('health') })).toEqual([
      expect.stringContaining('The feature mail has the name of no server module'),
    ])
  })

  test('a folder of the domain has the name of a module, unless it has only tests', () => {
    const folder = (word: string) => ({ [`packages/domain/src/${word}/index.ts`]: '' })
    for (const word of ['runs', 'ingest', 'time']) expect(findingsOf(oneWord, folder(word))).toEqual([])
    expect(findingsOf(oneWord, folder('signals'))).toEqual([
      expect.stringContaining('The folder of the domain signals has the name of no server module'),
    ])
    expect(findingsOf(oneWord, { 'packages/domain/src/models/status.testing.ts': '' })).toEqual([])
  })

  test('has at most five exceptions, each with a reason', () => {
    expect(Object.keys(namedOtherwise).length).toBeLessThanOrEqual(5)
    for (const reason of Object.values(namedOtherwise)) expect(reason).toMatch(/\w+ \w+/)
  })
})
