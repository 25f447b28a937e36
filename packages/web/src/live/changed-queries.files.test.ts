import { readdirSync, readFileSync } from 'node:fs'
import type { ChangedMessage } from '@millwatch/contract/live'
import { expect, test } from 'vitest'
import { keysOfChange, matches, readOnJoin } from './changed-queries.ts'

const change = (fact: ChangedMessage['fact'], more: Partial<ChangedMessage> = {}): ChangedMessage => ({
  room: 'company:1',
  fact,
  equipment_ids: [],
  org_unit_ids: [],
  id: null,
  ...more,
})
const facts: readonly ChangedMessage['fact'][] = [
  ...(['stop.annotated', 'run.started', 'run.changed', 'run.ended', 'schedule.changed', 'shift.edited'] as const),
  ...(['shift.locked', 'shift.unlocked', 'setting.changed', 'tree.changed', 'device.changed'] as const),
  ...(['quarantine.changed', 'reason.changed', 'tag.changed', 'template.changed', 'list.changed'] as const),
  ...([
    'company.changed',
    'addin.changed',
    'group.changed',
    'kiosk.changed',
    'api_key.changed',
    'webhook.changed',
  ] as const),
  ...(['member.changed', 'notification.published', 'part.changed', 'part_history.changed'] as const),
]

/** Returns all names with which a query key of the web begins. */
function namesInSources(): Set<string> {
  const src = new URL('../', import.meta.url).pathname
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!live).*\.tsx?$/.test(file),
  )
  const texts = files.map((file) => readFileSync(`${src}${file}`, 'utf8'))
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/(?:[kK]ey\b[^\n]*|=> )\[\s*'([a-z-]+)'/g)].map(([, name]) => name ?? ''),
    ),
  )
}

test('Every query that a fact names exists, so that a renamed query is noticed', () => {
  const names = namesInSources()
  const named = facts.flatMap((fact) => keysOfChange(change(fact, { equipment_ids: [5], id: 7, room: 'user:7' })))
  for (const [name] of named) expect(names, String(name)).toContain(name)
  for (const name of readOnJoin) expect(names, String(name)).toContain(name)
})

test('The reason of a stop concerns its machine only', () => {
  const keys = keysOfChange(change('stop.annotated', { equipment_ids: [5], id: 7 }))
  const isRead = (...queryKey: unknown[]) => keys.some((key) => matches(key, queryKey))
  expect([isRead('interval', 7), isRead('machine', 5), isRead('machine-data', 5, 'today')]).toEqual([true, true, true])
  expect([isRead('previews', 3, 5, 800), isRead('previews', 3, 6, 800)]).toEqual([true, false])
  expect([isRead('interval', 8), isRead('machine', 6), isRead('unit', 3), isRead('company')]).toEqual(
    Array(4).fill(false),
  )
})

test('Another person reads their own account again after a change of it, and others only the list', () => {
  const theirs = keysOfChange(change('member.changed', { id: 7, room: 'user:7' }))
  const others = keysOfChange(change('member.changed', { id: 7 }))
  expect([theirs, others].map((keys) => keys.some((key) => matches(key, ['user'])))).toEqual([true, false])
  expect(others.some((key) => matches(key, ['members']))).toBe(true)
})

test('Scheduled hours of the downtime report are read again when schedule, shift, setting or tree change', () => {
  const readsHours = (fact: ChangedMessage['fact']) =>
    keysOfChange(change(fact)).some((key) => matches(key, ['downtime-figures', 'o', 70]))
  expect(facts.filter(readsHours)).toEqual(['schedule.changed', 'shift.edited', 'setting.changed', 'tree.changed'])
})

test('Percentages in the tree are read again when schedule, shift, setting or tree change', () => {
  const readsTree = (fact: ChangedMessage['fact']) =>
    keysOfChange(change(fact)).some((key) => matches(key, ['tree-figures', 'o', [70]]))
  expect(facts.filter(readsTree)).toEqual(['schedule.changed', 'shift.edited', 'setting.changed', 'tree.changed'])
})

test('Pages of devices are read again after a change of alarms, which switch outputs, and lists of devices are not', () => {
  const keys = keysOfChange(change('alarm.changed', { equipment_ids: [5] }))
  const isRead = (queryKey: readonly unknown[]) => keys.some((key) => matches(key, queryKey))
  expect(isRead(['devices', 'page', 'a-uuid'])).toBe(true)
  expect(isRead(['devices', 'all'])).toBe(false)
})
