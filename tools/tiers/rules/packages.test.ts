import { describe, expect, test } from 'vitest'
import { findingsOf } from './findings.testing.ts'
import { packages } from './packages.ts'

const domain = 'packages/domain/src/status/index.ts'
const server = 'packages/server/src/app.ts'

describe('rule 1: packages', () => {
  test('web, server and simulator may use contract and domain', () => {
    const source = `import { step } from '@millwatch/domain/status'\nimport { errors } from '@millwatch/contract/errors'`
    const good = {
      [domain]: '',
      'packages/contract/src/errors.ts': `import '@millwatch/domain/status'`,
      [server]: source,
    }
    expect(
      findingsOf(packages, { ...good, 'packages/web/src/main.tsx': source, 'packages/simulator/src/index.ts': source }),
    ).toEqual([])
  })

  test.each([
    ['domain importing contract', domain, '@millwatch/contract/errors'],
    ['contract importing server', 'packages/contract/src/errors.ts', '@millwatch/server'],
    ['web importing server', 'packages/web/src/main.tsx', '@millwatch/server/app'],
    ['server importing web', server, '@millwatch/web/main'],
    ['server importing simulator', server, '@millwatch/simulator/plant'],
    ['a bench importing server', 'bench/p1.ts', '../packages/server/src/app.ts'],
  ])('%s fails', (_, path, specifier) => {
    const [finding] = findingsOf(packages, { [path]: `\nexport * from '${specifier}'` })
    expect(finding).toMatch(`${path}:2`)
    expect(finding).toMatch('may not import')
  })

  test('only the demo plant of the server may use the simulator', () => {
    expect(
      findingsOf(packages, { 'packages/server/src/demo/plant.ts': `import '@millwatch/simulator/plant'` }),
    ).toEqual([])
  })

  test('tests, tools, benches and browser tests may use the lab, and the lab may use the server', () => {
    const source = `import { injectApp } from '@millwatch/lab/app/inject-app'`
    const users = [
      'packages/server/src/app.integration.test.ts',
      'packages/domain/src/status/a.testing.ts',
      'tools/fault/run.ts',
    ]
    const texts = Object.fromEntries([...users, 'bench/p1.ts', 'e2e/unit.spec.ts'].map((path) => [path, source]))
    const lab = {
      'packages/lab/src/app/inject-app.ts': `import { buildApp } from '@millwatch/server/app'`,
      [server]: '',
    }
    expect(findingsOf(packages, { ...texts, ...lab })).toEqual([])
  })

  test.each([server, domain, 'packages/web/src/main.tsx', 'packages/simulator/src/index.ts'])(
    '%s may not use the lab',
    (path) => {
      expect(findingsOf(packages, { [path]: `import { budget } from '@millwatch/lab/budget'` })).toEqual([
        expect.stringContaining('only tests, tools, bench and e2e use the lab'),
      ])
    },
  )

  test.each(['packages/server/src/flow/a.integration.test.ts', 'packages/lab/src/load/plant.ts'])(
    '%s may not use tools',
    (path) => {
      expect(findingsOf(packages, { [path]: `import { run } from '../../../../tools/lib/commands.ts'` })).toEqual([
        expect.stringContaining('uses nothing outside packages/'),
      ])
    },
  )

  test('a path into another package fails', () => {
    const texts = { [server]: `import { step } from '../../domain/src/status/index.ts'`, [domain]: '' }
    expect(findingsOf(packages, texts)).toEqual([expect.stringContaining('by its name, @millwatch/domain/')])
  })

  test('domain takes nothing from outside, contract only typebox; their tests may use the test libraries', () => {
    expect(findingsOf(packages, { [domain]: `import { readFileSync } from 'node:fs'` })).toEqual([
      expect.stringContaining('domain is pure'),
    ])
    expect(
      findingsOf(packages, { 'packages/contract/src/a.ts': `import { Type } from 'typebox'\nimport 'pg'` }),
    ).toHaveLength(1)
    expect(
      findingsOf(packages, {
        'packages/domain/src/a.test.ts': `import { test } from 'vitest'\nimport fc from 'fast-check'`,
      }),
    ).toEqual([])
  })

  test('a dynamic import counts', () => {
    expect(
      findingsOf(packages, { [domain]: `export const load = () => import('@millwatch/server/app')` }),
    ).toHaveLength(1)
  })
})
