import { DEFAULT_SCOPE } from '@millwatch/domain/scope'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ScopeQuestion } from '../../scope/scope.ts'
import { useScopeStore } from '../../scope/scope-store.ts'
import { readInZone } from './in-zone.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-06-15T12:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  useScopeStore.setState({ scope: DEFAULT_SCOPE })
})

/**
 * Reads a unit in that zone and returns the questions sent to the server. Each name stands for a unit not read before.
 */
async function readUnit(name: string, scope: Partial<typeof DEFAULT_SCOPE>, zone = 'America/New_York') {
  useScopeStore.setState({ scope: { ...DEFAULT_SCOPE, ...scope } })
  const questions: ScopeQuestion[] = []
  const read = await readInZone(name, async (question) => {
    questions.push(question)
    return { actual_timezone: zone }
  })
  return { questions, readAs: read.readAs }
}

it('asks once for a period that is the same in any zone, and leaves the days to the unit', async () => {
  const { questions, readAs } = await readUnit('o1', { period: '1w' })
  expect(questions.map(({ from, to, choices }) => ({ from, to, choices }))).toEqual([
    { from: Date.parse('2026-06-08T12:00:00Z'), to: Date.parse('2026-06-15T12:00:00Z'), choices: {} },
  ])
  expect(readAs).toEqual({ shift: 0, tz: 'America/New_York', dayStartMin: 0 })
})

it('asks once more when the period depends on the zone, and not the next time', async () => {
  const first = await readUnit('o2', { period: 'today' })
  const ends = first.questions.map(({ startDate }) => startDate)
  expect(ends).toEqual(['2026-06-15T00:00:00.000Z', '2026-06-15T04:00:00.000Z'])
  const second = await readUnit('o2', { period: 'today' })
  expect(second.questions.map(({ startDate }) => startDate)).toEqual(['2026-06-15T04:00:00.000Z'])
})

it('asks once more when the offset of the zone changed inside the period', async () => {
  vi.setSystemTime(Date.parse('2026-11-03T12:00:00Z'))
  const { questions } = await readUnit('o3', { period: '1w' })
  expect(questions.map(({ startDate }) => startDate)).toEqual(['2026-10-27T12:00:00.000Z', '2026-10-27T11:00:00.000Z'])
})

it('sends the selected zone, once', async () => {
  const { questions, readAs } = await readUnit('o4', { period: 'today', timezone: 'Asia/Tokyo' })
  expect(questions.map(({ choices }) => choices)).toEqual([{ tz: 'Asia/Tokyo' }])
  expect(readAs.tz).toBe('Asia/Tokyo')
})
