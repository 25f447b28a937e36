import { describe, expect, test } from 'vitest'
import { findingsOf } from './findings.testing.ts'
import { folderCycles } from './folder-cycles.ts'

const src = 'packages/web/src'

describe('rule 2: folder cycles', () => {
  test('files of one folder, and a one-way street, are fine', () => {
    const texts = {
      [`${src}/ui/a.ts`]: `import './b.ts'`,
      [`${src}/ui/b.ts`]: `import './a.ts'`,
      [`${src}/pages/a.ts`]: `import '../ui/a.ts'`,
    }
    expect(findingsOf(folderCycles, texts)).toEqual([])
  })

  test('two folders that import each other fail, also by types, once', () => {
    const texts = {
      [`${src}/ui/a.ts`]: `import type { B } from '../lib/b.ts'`,
      [`${src}/lib/b.ts`]: `\nimport '../ui/a.ts'`,
    }
    const findings = findingsOf(folderCycles, texts)
    expect(findings).toHaveLength(1)
    expect(findings[0]).toContain(`${src}/ui/a.ts:1 -> ${src}/lib/`)
    expect(findings[0]).toContain(`${src}/lib/b.ts:2 -> ${src}/ui/`)
  })

  test('a longer circle, and one between a folder and its parent, fail', () => {
    const three = {
      [`${src}/a/x.ts`]: `import '../b/x.ts'`,
      [`${src}/b/x.ts`]: `import '../c/x.ts'`,
      [`${src}/c/x.ts`]: `import '../a/y.ts'`,
      [`${src}/a/y.ts`]: '',
    }
    expect(findingsOf(folderCycles, three)).toHaveLength(1)
    const parent = {
      [`${src}/a/x.ts`]: `import './part/x.ts'`,
      [`${src}/a/part/x.ts`]: `import '../y.ts'`,
      [`${src}/a/y.ts`]: '',
    }
    expect(findingsOf(folderCycles, parent)).toHaveLength(1)
  })

  test('a test may look back', () => {
    expect(
      findingsOf(folderCycles, {
        [`${src}/lib/b.test.ts`]: `import '../ui/a.ts'`,
        [`${src}/ui/a.ts`]: `import '../lib/b.ts'`,
        [`${src}/lib/b.ts`]: '',
      }),
    ).toEqual([])
  })
})
