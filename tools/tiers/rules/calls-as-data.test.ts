import { describe, expect, test } from 'vitest'
import { furtherRights, handWrittenRoutes } from '../base/routes.ts'
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

  test.each([
    'user.is_admin',
    'const { is_superuser } = user',
    'const Page = ({ isAdmin }) => isAdmin && <Edit />',
    "const mayEdit = role !== 'user'",
    "const mayEdit = roleOf(user) === 'superuser'",
    "const mayEdit = 'admin' === of(user)",
    "const mayEdit = ['admin', 'superuser'].includes(role)",
    "const mayEdit = new Set(['admin', 'superuser']).has(theirs)",
    'const mayEdit = editors.includes(roleOf(user))',
    "switch (role) { case 'user': break }",
    "switch (theirs) { case 'admin': break }",
    "const { role: theirs } = user; const mayEdit = theirs !== 'user'",
    "const theirs = user.role; const mayEdit = theirs !== 'user'",
  ])('%s in a page fails, and not in a test or in the rules of members', (source) => {
    const page = 'packages/web/src/pages/unit/a.tsx'
    expect(findingsOf(callsAsData, { [page]: source })).toEqual([expect.stringContaining('ask useMay()')])
    expect(findingsOf(callsAsData, { 'packages/web/src/pages/unit/a.test.tsx': source })).toEqual([])
    expect(findingsOf(callsAsData, { 'packages/web/src/features/members/rules.ts': 'roleOf(user) === other' })).toEqual(
      [],
    )
  })

  test('a role may be named, and a tab may be compared', () => {
    const page =
      "const words = { admin: 'admin' }; const isOpen = tab === 'users'; <div role='group' {...{ role: 'img' }} />; const { role } = device"
    expect(findingsOf(callsAsData, { 'packages/web/src/pages/unit/a.tsx': page })).toEqual([])
  })

  test.each([
    'router.signedIn(calls.createTag, serve)',
    'router.open(createTag, serve)',
    'router.upload(createTag, accepted, serve)',
    'app.route({ schema: schemaOf(createTag) })',
  ])('%s is a route by hand, which fails unless it is listed', (source) => {
    const file = `${server}/modules/runs/calls.ts`
    expect(findingsOf(callsAsData, { [file]: source })).toEqual([
      expect.stringContaining('The route of createTag is written by hand'),
    ])
    expect(findingsOf(callsAsData, { [file]: source.replace('createTag', 'putLogo') })).toEqual([])
  })

  test('commands are no routes by hand', () => {
    const source = 'export const calls = [command(createTag, act, present), publicCall(getSetup, answer)]'
    expect(findingsOf(callsAsData, { [`${server}/modules/runs/calls.ts`]: source })).toEqual([])
  })

  test('at most ten routes are written by hand, each with a reason', () => {
    expect(Object.keys(handWrittenRoutes).length).toBeLessThanOrEqual(10)
    for (const reason of Object.values(handWrittenRoutes)) expect(reason).toMatch(/\w+ \w+/)
  })

  test('an action that checks the policy of its call again fails, but not with a subject or for a listed right', () => {
    const file = `${server}/modules/runs/tags.ts`
    for (const source of ["allow(ctx.actor, 'tag.create')", 'allow(ctx.actor, operation)'])
      expect(findingsOf(callsAsData, { [file]: source })).toEqual([expect.stringContaining('The guard has checked')])
    for (const source of ["allow(ctx.actor, 'user.update', { ownerId })", "allow(ctx.actor, 'status.ignore')"])
      expect(findingsOf(callsAsData, { [file]: source })).toEqual([])
  })

  test('at most five further rights are listed, each with a reason', () => {
    expect(Object.keys(furtherRights).length).toBeLessThanOrEqual(5)
    for (const reason of Object.values(furtherRights)) expect(reason).toMatch(/\w+ \w+/)
  })
})
