import { type Expected, eventsOf, readExpected, readRecordedEvents } from '@millwatch/lab/recordings/recorded-events'
import { stories } from '@millwatch/lab/reference/event-sets'
import { type ReferenceMarked, referenceMarks } from '@millwatch/lab/reference/marks'
import { settingsOf } from '@millwatch/lab/reference/replay'
import type { ReferenceEvent, ReferenceSet } from '@millwatch/lab/reference/status-data'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultStatusSettings } from '../status/index.ts'
import { type CycleEvent, type Marked, markCycles, nothingMarked, OUTLIER, STARTUP } from './index.ts'

const cycle = (at: number, cycleMs: number | null, count = 1): CycleEvent => ({ at, cycleMs, count })
const marksOf = (cycles: readonly CycleEvent[]): Marked[] =>
  markCycles(nothingMarked(null), cycles, defaultStatusSettings).marked

describe('a cycle is marked', () => {
  const steady = Array.from({ length: 20 }, (_, i) => cycle(i * 1000, i % 2 === 0 ? 900 : 1100))

  test('as a startup cycle above twice T, and not at twice T', () => {
    expect(marksOf([cycle(0, 600_000)])[0]?.mark).toBe(0)
    expect(marksOf([cycle(0, 600_001)])[0]?.mark).toBe(STARTUP)
  })

  test('as an outlier above 3 standard deviations over the mean of at least 20 cycles', () => {
    expect(marksOf([...steady, cycle(20_000, 1300)])[20]?.mark).toBe(0)
    expect(marksOf([...steady, cycle(20_000, 1301)])[20]?.mark).toBe(OUTLIER)
    expect(marksOf([...steady.slice(1), cycle(20_000, 5000)])[19]?.mark).toBe(0)
  })

  test('by a derived time without its own: since the previous cycle, by count', () => {
    expect(marksOf([cycle(1000, null), cycle(3501, null, 2), cycle(5000, 10)])).toEqual([
      { mark: 0, derivedMs: null },
      { mark: 0, derivedMs: 1251 },
      { mark: 0, derivedMs: null },
    ])
  })
})

test('marks of any cycles are those of the rules, whatever T over time', () => {
  const ofAny = fc.property(stories, fc.nat(10), (story, cut) => {
    const set: ReferenceSet = { ...story, changes: [] }
    const cycles = inOrder(set.events)
    const settings = settingsOf(set)
    const first = markCycles(nothingMarked(null), cycles.slice(0, cut), settings)
    const rest = markCycles(JSON.parse(JSON.stringify(first.state)), cycles.slice(cut), settings)
    expect([...first.marked, ...rest.marked]).toEqual(referenceMarks(set, Number.MAX_SAFE_INTEGER).map(asMarked))
  })
  fc.assert(ofAny, { numRuns: 300 })
})

const asMarked = ({ startup, outlier, derivedMs }: ReferenceMarked): Marked => ({
  mark: startup ? STARTUP : outlier ? OUTLIER : 0,
  derivedMs,
})

function inOrder(events: readonly ReferenceEvent[]): CycleEvent[] {
  return referenceMarks({ events, changes: [], maxCycle: [] }, Number.MAX_SAFE_INTEGER).map(({ event }) =>
    cycle(event.at, event.cycleMs ?? null, event.count),
  )
}

describe.each(['cnc-mill', 'moulding', 'die-casting'])('the recording %s', (folder) => {
  const recording = readRecordedEvents(folder)

  test.each(Object.entries(readExpected(folder)))('has the marks expected of %s', (device, expected: Expected) => {
    const cycles = (recording.get(device)?.events ?? []).flatMap(({ key, sent }) => {
      const message = eventsOf(sent)
      return message.type === 'cycle' && message.count > 0 ? [cycle(key.at, message.cycleMs, message.count)] : []
    })
    const marked = marksOf(cycles)
    const count = (mark: number) =>
      cycles.reduce((n, cycleEvent, i) => (marked[i]?.mark === mark ? n + cycleEvent.count : n), 0)
    expect(count(STARTUP)).toBe(expected.startup_cycles)
    expect(count(OUTLIER)).toBe(expected.outlier_cycles)
  })
})
