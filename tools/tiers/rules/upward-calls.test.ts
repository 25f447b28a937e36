import { describe, expect, test } from 'vitest'
import { upwardCalls } from '../base/upward.ts'
import { findingsOf } from './findings.testing.ts'
import { upwardCallsRule } from './upward-calls.ts'

const needs = 'packages/server/src/platform/calls/needs.ts'
const tree = 'packages/server/src/modules/tree'

describe('rule 4: no upward callbacks', () => {
  test('values, objects, questions about the installation and listed functions are fine', () => {
    const text = `export interface Needs {
      readonly signingKey: Buffer
      readonly jobs: Jobs
      readonly isDemo: () => Promise<boolean>
      readonly ports: () => { readonly plain: number | null; readonly tls: readonly string[] }
      canMail(): Promise<boolean>
      readonly staleAmong: (ctx: Ctx, ids: readonly number[]) => Promise<number[]>
    }`
    expect(findingsOf(upwardCallsRule, { [needs]: text })).toEqual([])
  })

  test.each([
    'readonly machinesChanged: (ctx: Ctx, ids: number[]) => Promise<void>',
    'machinesChanged(ctx: Ctx, ids: number[]): Promise<void>',
    'readonly machinesChanged: MachinesChanged',
    'readonly machinesChanged: ((ctx: Ctx) => void) | undefined',
    "readonly machinesChanged: Flow['machinesChanged']",
    'readonly machinesChanged: typeof changed',
    'readonly machinesChanged: { say(ctx: Ctx): void }',
    'readonly machinesChanged: { readonly say: (ctx: Ctx) => void }',
    'readonly machinesChanged: Listener',
    'readonly machinesChanged: Promise<Listener>',
    'readonly machinesChanged: () => (ctx: Ctx) => void',
    'machinesChanged(): Listener',
  ])('%s fails', (member) => {
    const texts = {
      [`${tree}/needs.ts`]: `export interface TreeNeeds {\n${member}\n}`,
      [`${tree}/change.ts`]: 'export type MachinesChanged = (ctx: Ctx, ids: number[]) => Promise<void>',
    }
    expect(findingsOf(upwardCallsRule, texts)).toEqual([
      expect.stringContaining(`${tree}/needs.ts:2 machinesChanged may be or hold a function of a later module`),
    ])
  })

  test('what another interface adds fails', () => {
    const text = 'export interface TreeNeeds extends Listener {}'
    expect(findingsOf(upwardCallsRule, { [`${tree}/needs.ts`]: text })).toEqual([
      expect.stringContaining('This parent may be or hold a function of a later module'),
    ])
  })

  test('at most five functions are listed', () => expect(Object.keys(upwardCalls).length).toBeLessThanOrEqual(5))
})
