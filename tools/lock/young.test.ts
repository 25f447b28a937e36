import { DAY_MS } from '@millwatch/domain/time'
import { expect, test } from 'vitest'
import { newIn, tooYoung } from './young.ts'

const now = 1000 * DAY_MS

test('new packages of a lock file are listed once by name and version, in any folder', () => {
  const before = { 'node_modules/a': { version: '1.0.0' }, 'packages/web': { version: '0.1.0' } }
  const after = {
    ...before,
    'node_modules/@scope/b': { version: '2.0.0' },
    'node_modules/a': { version: '1.1.0' },
    'node_modules/c/node_modules/a': { version: '1.1.0' },
    'packages/server': { version: '0.2.0' },
  }
  expect(newIn(before, after)).toEqual(['a@1.1.0', '@scope/b@2.0.0'])
})

test('a version younger than 14 days is refused, unless it is waived or of unknown age', () => {
  const published = new Map([
    ['old@1.0.0', now - 14 * DAY_MS],
    ['young@1.0.0', now - 14 * DAY_MS + 1],
    ['fix@1.0.1', now - DAY_MS],
    ['unknown@1.0.0', undefined],
  ])
  expect(tooYoung(published, now, { 'fix@1.0.1': 'CVE, 2026-11-20' })).toEqual([
    'young@1.0.0 is 13 days old: wait until it is 14, or name it in tools/lock/waivers.ts.',
  ])
})
