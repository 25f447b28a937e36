import { describe, expect, test } from 'vitest'
import { findingsOf } from './findings.testing.ts'
import { serverLayering } from './server-layers.ts'

const src = 'packages/server/src'
const treeIndex = `${src}/modules/tree/index.ts`

describe('rule 2: layers of the server', () => {
  test('app, flow, modules and platform may each use what is below', () => {
    const texts = {
      [`${src}/platform/clock.ts`]: '',
      [treeIndex]: `import '../../platform/clock.ts'`,
      [`${src}/flow/advance.ts`]: `import '../modules/tree/index.ts'\nimport '../platform/clock.ts'`,
      [`${src}/app.ts`]: `import './flow/advance.ts'\nimport './modules/tree/index.ts'`,
    }
    expect(findingsOf(serverLayering, texts)).toEqual([])
  })

  test.each([
    [
      'platform using a module',
      `${src}/platform/http/a.ts`,
      '../../modules/tree/index.ts',
      'platform may not import modules',
    ],
    ['a module using the flow', `${src}/modules/tree/store.ts`, '../../flow/advance.ts', 'modules may not import flow'],
    ['the flow using a source', `${src}/flow/tick.ts`, '../sources/source.ts', 'flow may not import sources'],
    [
      'a module using a source',
      `${src}/modules/tree/store.ts`,
      '../../sources/source.ts',
      'modules may not import sources',
    ],
    ['the flow using the app', `${src}/flow/tick.ts`, '../app.ts', 'flow may not import app.ts'],
    [
      'the flow behind a door',
      `${src}/flow/tick.ts`,
      '../modules/tree/store.ts',
      'Enter tree through modules/tree/index.ts',
    ],
    ['production using a test helper', `${src}/flow/tick.ts`, './plant.testing.ts', 'may not import a test helper'],
  ])('%s fails', (_, path, specifier, message) => {
    expect(findingsOf(serverLayering, { [path]: `import '${specifier}'` })).toEqual([expect.stringContaining(message)])
  })

  test('a folder without a place fails', () => {
    expect(findingsOf(serverLayering, { [`${src}/helpers/a.ts`]: '' })).toEqual([
      expect.stringContaining('has no place'),
    ])
  })

  test('a test may build the app', () => {
    expect(findingsOf(serverLayering, { [`${src}/flow/tick.test.ts`]: `import '../app.ts'` })).toEqual([])
  })
})
