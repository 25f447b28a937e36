import { describe, expect, test } from 'vitest'
import { callsAsData } from './calls-as-data.ts'
import { findingsOf } from './findings.testing.ts'

const server = 'packages/server/src'
const types = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${server}/a${i}.ts`, `export interface A${i}Deps {}`]))
const build = (lines: number) => ({
  [`${server}/app.ts`]: `export async function buildApp() {\n${'  run()\n'.repeat(lines - 2)}}`,
})

describe('rule 13: calls as data', () => {
  test('twelve types of dependencies, a short buildApp and useMay are fine', () => {
    const button = `const shown = may(createOrgUnit)`
    expect(findingsOf(callsAsData, { ...types(12), ...build(45), 'packages/web/src/shell/a.tsx': button })).toEqual([])
  })

  test('a thirteenth type of dependencies fails, an alias too', () => {
    const found = findingsOf(callsAsData, { ...types(12), [`${server}/b.ts`]: `type BDeps = { clock: Clock }` })
    expect(found).toHaveLength(13)
    expect(found[0]).toMatch('13 types are called ...Deps (12)')
  })

  test('a long buildApp fails', () => {
    expect(findingsOf(callsAsData, build(46))).toEqual([expect.stringContaining('buildApp has 46 lines (45)')])
  })

  test.each(['user.is_admin', 'const { is_superuser } = user'])('%s in a page fails, and not in a test', (source) => {
    const page = 'packages/web/src/pages/unit/a.tsx'
    expect(findingsOf(callsAsData, { [page]: source })).toEqual([expect.stringContaining('ask useMay()')])
    expect(findingsOf(callsAsData, { 'packages/web/src/pages/unit/a.test.ts': source })).toEqual([])
  })
})
