import { describe, expect, test } from 'vitest'
import { fileCycles } from './file-cycles.ts'
import { findingsOf } from './findings.testing.ts'

const src = 'packages/server/src'

describe('rule 2: file cycles', () => {
  test('a one-way street, also by two ways, is fine', () => {
    const texts = {
      [`${src}/a.ts`]: `import './b.ts'\nimport './c.ts'`,
      [`${src}/b.ts`]: `import './c.ts'`,
      [`${src}/c.ts`]: '',
    }
    expect(findingsOf(fileCycles, texts)).toEqual([])
  })

  test('two files of one folder that import each other fail, also by types, once', () => {
    const texts = {
      [`${src}/flow/a.ts`]: `import { b } from './b.ts'`,
      [`${src}/flow/b.ts`]: `\nimport type { A } from './a.ts'`,
    }
    const findings = findingsOf(fileCycles, texts)
    expect(findings).toHaveLength(1)
    expect(findings[0]).toContain(`${src}/flow/a.ts:1 -> ${src}/flow/b.ts`)
    expect(findings[0]).toContain(`${src}/flow/b.ts:2 -> ${src}/flow/a.ts`)
  })

  test('a longer circle fails, and a file that leads into it is not named', () => {
    const texts = {
      [`${src}/start.ts`]: `import './a.ts'`,
      [`${src}/a.ts`]: `import './b.ts'`,
      [`${src}/b.ts`]: `export { c } from './c.ts'`,
      [`${src}/c.ts`]: `import type { A } from './a.ts'`,
    }
    const findings = findingsOf(fileCycles, texts)
    expect(findings).toHaveLength(1)
    expect(findings[0]).not.toContain('start.ts')
  })

  test.each(['packages/lab/src', 'e2e/support', 'bench/rows', 'tools/tiers', `${src}/flow`])(
    'files of %s and helpers of tests fail as well',
    (folder) => {
      const texts = {
        [`${folder}/a.testing.ts`]: `import './b.ts'`,
        [`${folder}/b.ts`]: `import type { A } from './a.testing.ts'`,
      }
      expect(findingsOf(fileCycles, texts)).toHaveLength(1)
    },
  )
})
