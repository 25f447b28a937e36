/** Recordings as stories of machines with alarms: what is known of them as their batches arrive. */
import { initialStatusState, intervalsOf, replayEvents } from '@millwatch/domain/status'
import { machineEvents, type Recorded, readRecordedEvents } from '../recordings/recorded-events.ts'
import { readRecording } from '../recordings/recordings.ts'
import type { ReferenceAlarmMachine } from './alarm-conditions.ts'
import type { AlarmStory } from './alarm-machines.ts'
import type { ReferenceStatus } from './status-data.ts'

const DAY_MS = 86_400_000

/**
 * Returns the machine of a recording as computed from the batches in `recorded` at `now` (epoch ms). It is scheduled all day,
 * every day, in UTC.
 */
function machineOf(recorded: Recorded, now: number, contacts: readonly number[]): ReferenceAlarmMachine {
  const computed = replayEvents({ state: initialStatusState(), events: machineEvents(recorded), now })
  const intervals = intervalsOf(computed)
  const begin = Math.floor((intervals[0]?.startedAt ?? 0) / DAY_MS) * DAY_MS
  const events = recorded.events.filter(({ sent }) => sent.t <= now)
  return {
    intervals: intervals.map(({ status, startedAt, endedAt }) => ({
      status: status as ReferenceStatus,
      start: startedAt,
      end: endedAt,
    })),
    rows: [{ start: begin, end: now + 3 * DAY_MS - (now % DAY_MS), shift: 0, zone: 'UTC' }],
    settings: [
      {
        from: 0,
        unit: 1,
        active: true,
        excluded: false,
        cappedBySchedule: true,
        shortDowntimeCounts: false,
        thresholdMs: 2_100_000,
        hourlyRevenue: null,
        hourlyParts: null,
      },
    ],
    cycles: events.flatMap(({ sent }) =>
      sent.type === 'cycle' ? [{ at: sent.t, count: 1, timeMs: null, startup: false, outlier: false }] : [],
    ),
    values: events.flatMap(({ sent }) =>
      sent.temperature_1 === undefined ? [] : [{ at: sent.t, value: sent.temperature_1 }],
    ),
    readings: [],
    runs: [],
    impacts: [],
    enabled: [],
    ignored: [],
    contacts,
    zone: 'UTC',
  }
}

type Part = ReferenceAlarmMachine['intervals'][number]

/**
 * Returns the first instant (epoch ms) at which the new timeline `after` differs from `before`; infinity if it does not. Parts
 * that `before` alone has at its end are not looked at.
 */
function firstDifference(before: readonly Part[], after: readonly Part[]): number {
  const i = after.findIndex((each, k) => {
    const old = before[k]
    return old === undefined || old.status !== each.status || old.start !== each.start || old.end !== each.end
  })
  const [old, now] = [before[i], after[i]]
  if (now === undefined) return Number.POSITIVE_INFINITY
  if (old === undefined) return now.start
  if (old.start !== now.start || old.status !== now.status) return Math.min(old.start, now.start)
  return Math.min(old.end ?? Number.POSITIVE_INFINITY, now.end ?? Number.POSITIVE_INFINITY)
}

/**
 * Returns a recording of a device as a story: its batches in the order in which they arrived, in `count` steps. Steps before the
 * first evidence are left out.
 */
export function recordedStory(name: string, device: string, count: number): AlarmStory {
  const lines = readRecording(name).lines.filter((line) => line.device === device)
  const all = readRecordedEvents(name).get(device)?.events ?? []
  const steps: AlarmStory['steps'][number][] = []
  const arrived = new Set<string>()
  let [now, done] = [0, 0]
  for (let step = 1; step <= count; step++) {
    const until = Math.ceil((lines.length * step) / count)
    const fresh: number[] = []
    for (; done < until; done++) {
      const line = lines[done]
      if (line === undefined) break
      const batch = line.batch_id
      if (!arrived.has(batch)) fresh.push(...line.events.map(({ t }) => t))
      arrived.add(batch)
      now = Math.max(now, line.sent_at, ...line.events.map(({ t }) => t))
    }
    const events = all.filter(({ key }) => arrived.has(key.batchId))
    const contacts = [...new Set(lines.slice(0, done).map((line) => line.sent_at))].sort((a, b) => a - b)
    const machine = machineOf({ received: 0, events }, now, contacts)
    const before = steps.at(-1)?.machine
    const changedFrom = Math.min(
      ...fresh,
      firstDifference(before?.intervals ?? [], machine.intervals),
      ...contacts.filter((at) => !before?.contacts.includes(at)),
    )
    steps.push({ machine, now, changedFrom })
  }
  const last = steps.at(-1)
  return {
    base: last?.machine.intervals[0]?.start ?? 0,
    steps: steps.filter((step) => step.now >= (last?.machine.intervals[0]?.start ?? 0)),
  }
}
