import { describe, expect, test } from 'vitest'
import { deadCitations } from './paths.ts'

const files = new Set([
  'docs/flow.md',
  'README.md',
  'packages/server/src/flow/lanes.ts',
  'packages/server/src/flow/tick.ts',
  'tools/tiers',
])
const dead = (text: string, document = 'docs/glossary.md') =>
  deadCitations(document, text, (path) => files.has(path)).map(({ path }) => path)

describe('paths cited by documents', () => {
  test('paths that exist, from the root or beside the document, pass', () => {
    expect(
      dead('See `packages/server/src/flow/lanes.ts`, [flow](flow.md#lanes), [home](../README.md) and `tools/tiers/`.'),
    ).toEqual([])
    expect(dead('`packages/server/src/flow/{lanes,tick}.ts`, `server/src/flow/tick.ts`')).toEqual([])
    expect(dead('`flow/tick.ts`', 'packages/server/README.md')).toEqual([])
  })

  test.each([
    ['a file that is gone', 'See `packages/server/src/flow/gone.ts`.', 'packages/server/src/flow/gone.ts'],
    ['a dead link', '[flow](gone.md)', './gone.md'],
    ['one of several', '`packages/server/src/flow/{lanes,gone}.ts`', 'packages/server/src/flow/{lanes,gone}.ts'],
    ['a shortened path', '`flow/lanes.ts`', 'flow/lanes.ts'],
  ])('%s fails', (_, text, path) => {
    expect(dead(text)).toEqual([path])
  })

  test('calls, commands, packages, addresses and code blocks are no paths', () => {
    expect(
      dead(
        '`GET /v0/e/{id}`, `/v0/util/o`, `npm run new:module NAME`, `@fastify/static`, `and/or`, [x](https://example.org/a.md)',
      ),
    ).toEqual([])
    expect(dead('```\npackages/gone.ts `packages/gone.ts`\n```')).toEqual([])
  })
})
