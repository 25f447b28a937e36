import { readdirSync, readFileSync } from 'node:fs'
import { eventsOf, type SentEvent } from '@millwatch/lab/recordings/recorded-events'
import { describe, expect, test } from 'vitest'
import { compareEvents, type EventKey } from '../telemetry/index.ts'
import { expand, initialStatusState, intervalsOf, replayEvents, type StatusSettings } from './index.ts'

const folder = new URL('../../../../fixtures/timelines/', import.meta.url)

interface Case {
  title: string
  maximum_cycle?: StatusSettings['maximumCycle']
  input_setup?: StatusSettings['inputSetup']
  source?: StatusSettings['source']
  messages: { batch_id: string; events: SentEvent[] }[]
  events: [t: number, batchId: string, position: number, type: string][]
  now: number
  timeline: [status: number, startedAt: number, endedAt: number | null][]
}

const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

test('there are cases', () => {
  expect(files.length).toBeGreaterThan(5)
})

describe.each(files)('%s', (name) => {
  const given = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Case
  const once = eventsOnce(given)

  test(`${given.title}: the events in order`, () => {
    expect(once.map(({ key, sent }) => [key.at, key.batchId, key.position, sent.type])).toEqual(given.events)
  })

  test(`${given.title}: the timeline`, () => {
    const events = once.flatMap(({ key, sent }) => expand(key, eventsOf(sent), null)).sort(compareEvents)
    const { maximum_cycle: maximumCycle = [], input_setup: inputSetup = [], source = [] } = given
    const settings: StatusSettings = { maximumCycle, inputSetup, source }
    const computed = intervalsOf(replayEvents({ state: initialStatusState(), events, settings, now: given.now }))
    expect(computed.map(({ status, startedAt, endedAt }) => [status, startedAt, endedAt])).toEqual(given.timeline)
  })
})

function eventsOnce({ messages }: Case): { key: EventKey; sent: SentEvent }[] {
  const byId = new Map<string, { key: EventKey; sent: SentEvent }>()
  for (const { batch_id: batchId, events } of messages) {
    for (const [position, sent] of events.entries()) {
      byId.set(`${position} ${batchId}`, { key: { at: sent.t, batchId, position }, sent })
    }
  }
  return [...byId.values()].sort((a, b) => compareEvents(a.key, b.key))
}
