import { describe, expect, test } from 'vitest'
import { findings, type Lock } from './check.ts'

const integrity = 'sha512-abc'
const manifests = {
  '': { devDependencies: { vitest: '5.1.1' } },
  'packages/server': { dependencies: { pg: '8.23.1' } },
}
const good: Lock = {
  '': { devDependencies: { vitest: '5.1.1' } },
  'packages/server': { dependencies: { pg: '8.23.1' } },
  'node_modules/@millwatch/server': { resolved: 'packages/server', link: true },
  'node_modules/pg': { version: '8.23.1', integrity, license: 'MIT' },
  'node_modules/vitest': { version: '5.1.1', integrity, license: 'MIT', dev: true },
}
const withPg = (entry: Lock[string]): Lock => ({
  ...good,
  'node_modules/pg': { version: '8.23.1', integrity, license: 'MIT', ...entry },
})

describe('the check of the lock file', () => {
  test('a complete lock file passes', () => {
    expect(findings(good, manifests)).toEqual([])
  })

  test.each([
    ['no integrity', withPg({ integrity: '' }), 'has no sha512 integrity'],
    ['a weak integrity', withPg({ integrity: 'sha1-abc' }), 'has no sha512 integrity'],
    ['a foreign source', withPg({ resolved: 'https://example.org/pg.tgz' }), 'not from the registry'],
    ['a licence not on the list', withPg({ license: 'AGPL-3.0' }), 'licence AGPL-3.0'],
    ['no licence', { ...good, 'node_modules/pg': { version: '8.23.1', integrity } }, 'licence unknown'],
    [
      'another version than the manifest',
      { ...good, 'packages/server': { dependencies: { pg: '8.0.0' } } },
      'differ in dependencies about pg',
    ],
    ['an entry missing', { ...good, 'node_modules/pg': undefined } as unknown as Lock, ''],
  ])('%s fails', (_, lock, message) => {
    const clean = Object.fromEntries(Object.entries(lock).filter(([, entry]) => entry !== undefined))
    const found = findings(clean, manifests)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(message || 'npm ci would fail')
  })

  test('a range instead of a version fails', () => {
    const lock = { ...good, 'packages/server': { dependencies: { pg: '^8.23.1' } } }
    const declared = { ...manifests, 'packages/server': { dependencies: { pg: '^8.23.1' } } }
    expect(findings(lock, declared)).toEqual([expect.stringContaining('pg is not pinned')])
  })

  test('too many packages fail; packages that only developers need do not count', () => {
    const names = Array.from({ length: 48 }, (_, index) => `part-${index}`)
    const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']))
    const entries = (dev: boolean) =>
      Object.fromEntries(names.map((name) => [`node_modules/${name}`, { integrity, license: 'MIT', dev }]))
    const many = findings({ '': { dependencies }, ...entries(false) }, { '': { dependencies } })
    expect(many).toEqual([expect.stringContaining('48 direct dependencies')])
    expect(
      findings({ '': { devDependencies: dependencies }, ...entries(true) }, { '': { devDependencies: dependencies } }),
    ).toEqual([])
    const deep = Object.fromEntries(
      Array.from({ length: 551 }, (_, index) => [`node_modules/deep-${index}`, { integrity, license: 'MIT' }]),
    )
    expect(findings(deep, {})).toEqual([expect.stringContaining('551 packages at run time')])
  })
})
