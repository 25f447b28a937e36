import { describe, expect, test } from 'vitest'
import { findingsOf } from './findings.testing.ts'
import { webLayering } from './web-layers.ts'

const src = 'packages/web/src'

describe('rule 8: layers of the web', () => {
  test('each layer uses those below', () => {
    const texts = {
      [`${src}/main.tsx`]: `import './pages/unit/unit-page.tsx'`,
      [`${src}/pages/unit/unit-page.tsx`]: `import '../../features/status/tag.tsx'\nimport '../../features/tree/tree.tsx'`,
      [`${src}/features/status/tag.tsx`]: `import '../../live/use-room.ts'\nimport './colour.ts'\nimport '../../ui/tag.tsx'`,
      [`${src}/live/use-room.ts`]: `import '../lib/api.ts'`,
      [`${src}/ui/tag.tsx`]: `import '../lib/format.ts'`,
    }
    expect(findingsOf(webLayering, texts)).toEqual([])
  })

  test.each([
    ['ui using a feature', `${src}/ui/tag.tsx`, '../features/status/tag.tsx', 'ui may not import features'],
    ['live using a feature', `${src}/live/use-room.ts`, '../features/status/tag.tsx', 'live may not import features'],
    [
      'a feature using a page',
      `${src}/features/status/tag.tsx`,
      '../../pages/unit/unit-page.tsx',
      'features may not import pages',
    ],
    ['a page using the app', `${src}/pages/unit/unit-page.tsx`, '../../router.tsx', 'pages may not import router.tsx'],
    [
      'a feature using a feature',
      `${src}/features/status/tag.tsx`,
      '../tree/tree.tsx',
      'Feature status may not import feature tree',
    ],
  ])('%s fails', (_, path, specifier, message) => {
    expect(findingsOf(webLayering, { [path]: `import '${specifier}'` })).toEqual([expect.stringContaining(message)])
  })

  test('a folder without a place fails', () => {
    expect(findingsOf(webLayering, { [`${src}/utils/a.ts`]: '' })).toEqual([expect.stringContaining('has no place')])
  })
})
