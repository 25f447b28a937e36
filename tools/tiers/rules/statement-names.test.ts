import { describe, expect, test } from 'vitest'
import { findingsOf } from './findings.testing.ts'
import { statementNames } from './statement-names.ts'

const store = 'packages/server/src/modules/runs/store.ts'
const other = 'packages/server/src/modules/stops/store.ts'
const object = `tx.prepared({ name: 'runs.end', text: 'select 1' }, [])`
const definition = `export const end = companyRun<[number]>('runs.end', 'select 2')`

describe('rule 16: names of statements', () => {
  test('different names, objects without a text, and tests are fine', () => {
    const texts = {
      [store]: `${object}\nconst file = { name: 'runs.end' }`,
      [other]: `export const start = companyRun('runs.start', 'select 2')`,
      'packages/server/src/modules/runs/store.test.ts': definition,
    }
    expect(findingsOf(statementNames, texts)).toEqual([])
  })

  test.each([
    ['two objects', object],
    ['an object and a definition', definition],
    ['an object with a variable as its text', `const sent = { name: 'runs.end', text }`],
  ])('%s of one name fail', (_, source) => {
    expect(findingsOf(statementNames, { [store]: object, [other]: source })).toEqual([
      expect.stringContaining(`The statement \`runs.end\` has the name of ${store}:1`),
    ])
  })
})
