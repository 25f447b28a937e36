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

/** What is asked of a unit in that zone until its page has been read; each name is a unit not read before. */
async function readUnit(name: string, scope: Partial<typeof DEFAULT_SCOPE>, zone = 'America/New_York') {
  useScopeStore.setState({ scope: { ...DEFAULT_SCOPE, ...scope } })
  const asked: ScopeQuestion[] = []
  const read = await readInZone(name, async (question) => {
    asked.push(question)
    return { actual_timezone: zone }
  })
  return { asked, readAs: read.readAs }
}

it('asks once for a period that is the same in any zone, and leaves the days to the unit', async () => {
  const { asked, readAs } = await readUnit('o1', { period: '1w' })
  expect(asked.map(({ from, to, choices }) => ({ from, to, choices }))).toEqual([
    { from: Date.parse('2026-06-08T12:00:00Z'), to: Date.parse('2026-06-15T12:00:00Z'), choices: {} },
  ])
  expect(readAs).toEqual({ shift: 0, tz: 'America/New_York', dayStartMin: 0 })
})

it('asks once more where the period rests on the zone, and not the next time', async () => {
  const first = await readUnit('o2', { period: 'today' })
  const ends = first.asked.map(({ startDate }) => startDate)
  expect(ends).toEqual(['2026-06-15T00:00:00.000Z', '2026-06-15T04:00:00.000Z'])
  const second = await readUnit('o2', { period: 'today' })
  expect(second.asked.map(({ startDate }) => startDate)).toEqual(['2026-06-15T04:00:00.000Z'])
})

it('asks once more where the clocks of the zone were set inside the period', async () => {
  vi.setSystemTime(Date.parse('2026-11-03T12:00:00Z'))
  const { asked } = await readUnit('o3', { period: '1w' })
  expect(asked.map(({ startDate }) => startDate)).toEqual(['2026-10-27T12:00:00.000Z', '2026-10-27T11:00:00.000Z'])
})

it('says the zone that was chosen, once', async () => {
  const { asked, readAs } = await readUnit('o4', { period: 'today', timezone: 'Asia/Tokyo' })
  expect(asked.map(({ choices }) => choices)).toEqual([{ tz: 'Asia/Tokyo' }])
  expect(readAs.tz).toBe('Asia/Tokyo')
})
