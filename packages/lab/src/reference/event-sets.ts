import fc from 'fast-check'
import type { ReferenceSetup } from './inputs.ts'
import { textOf } from './set-text.ts'
import { computedMaxCycleMs } from './status.ts'
import type { ReferenceChange, ReferenceEvent, ReferenceFixed, ReferenceSet, ReferenceSetting } from './status-data.ts'

// Random sets of events with many edge cases: few instants and so many ties, gaps of exactly `T` and the limit and one
// millisecond around them, cycle times of 0, exactly `T` and more. With counters, bursts of power, pings about hours ago,
// settings, primaries, input set-ups and fixed sources that change in between, and levels that flash for about the length of a
// filter. All times count from an arbitrary 0.

const MINUTE_MS = 60_000
const LIMIT_MS = 600_000
const T_POOL_MS = [60_000, 120_000, 300_000, 300_000, 600_000, 660_000, 900_000, 1_500_000]
const BATCH_IDS = ['b', 'a', 'aa', 'B', 'é', '10', '9', 'ab', 'b-1', 'b-02']

/** Arrival of all events of a batch; a batch may arrive once or several times. */
export interface Delivery {
  readonly batchId: string
  readonly arrivesAt: number
}

export interface Story extends ReferenceSet {
  readonly deliveries: readonly Delivery[]
  /**
   * Times at which the settings and primaries of the machine became known. They are not used when the set is computed once, in
   * order.
   */
  readonly edits: readonly {
    readonly of: 'changes' | 'maxCycle' | 'setups' | 'fixed'
    readonly index: number
    readonly arrivesAt: number
  }[]
  readonly setups: readonly ReferenceSetup[]
  readonly fixed: readonly ReferenceFixed[]
  /** Instants (ms) at which the status is requested, ascending. */
  readonly asked: readonly number[]
  readonly checkpointEvery: number
}

const jitter = fc.constantFrom(0, 0, 0, 0, 1, -1)

const length = fc.tuple(
  fc.oneof(
    fc.constantFrom(...T_POOL_MS, LIMIT_MS, LIMIT_MS, 0),
    fc.integer({ min: 0, max: 40 }).map((n) => n * MINUTE_MS),
  ),
  jitter,
)
const lengthMs = length.map(([ms, by]) => Math.max(0, ms + by))

/** Generator of ascending instants (ms), the first 0, at such distances that limits are met exactly. */
const instants = fc.array(lengthMs, { minLength: 1, maxLength: 24, size: 'max' }).map((steps) => {
  const times = [0]
  for (const ms of steps) times.push((times.at(-1) ?? 0) + ms)
  return times
})

interface Draft {
  readonly type: ReferenceEvent['type'] | 'run' | 'flash'
  readonly instant: number
  readonly batch: number
  readonly ms: number
  readonly other: number
  readonly pick: number
  readonly count: number
  readonly yes: boolean
}

const draft = (types: readonly Draft['type'][]): fc.Arbitrary<Draft> =>
  fc.record({
    type: fc.constantFrom(...types),
    instant: fc.nat(30),
    batch: fc.nat(BATCH_IDS.length - 1),
    ms: lengthMs,
    other: fc.nat(30),
    pick: fc.nat(9),
    count: fc.constantFrom(1, 1, 1, 1, 0, 2, 3, 12),
    yes: fc.boolean(),
  })

/**
 * Lists of types of events, one list for each kind of machine; a frequent type is in a list several times. A status event ends
 * the effect of cycles, so most lists have none.
 */
const flavours: readonly (readonly Draft['type'][])[] = [
  ['cycle'],
  ['cycle', 'cycle', 'tlm'],
  ['cycle', 'cycle', 'power', 'ping'],
  ['cycle', 'power', 'power', 'tlm'],
  ['cycle', 'ping', 'ping', 'tlm'],
  ['cycle', 'cycle', 'power', 'status', 'tlm', 'ping'],
  ['cycle', 'status', 'power', 'power', 'ping'],
  ['tlm', 'ping', 'power'],
]
/** Lists of types of events for machines whose inputs decide their status; `flash` is an input that changes often. */
const wired: readonly (readonly Draft['type'][])[] = [
  ['input', 'input', 'input', 'tlm'],
  ['input', 'input', 'flash', 'power'],
  ['input', 'flash', 'flash', 'cycle', 'tlm'],
  ['input', 'input', 'cycle', 'status', 'power'],
]
const computing: readonly Draft['type'][] = ['cycle', 'cycle', 'power', 'tlm', 'run']

const inputNames = ['24v0', '24v1', '120v0'] as const
const FILTERS_MS = [9000, 5000, 60_000, 300_000]

const drafts = (typeLists: readonly (readonly Draft['type'][])[]) =>
  fc.constantFrom(...typeLists).chain((types) => fc.array(draft(types), { maxLength: 40, size: 'max' }))
const plain = drafts(flavours)
const levels = drafts(wired)
const withRuns = fc.array(draft(computing), { minLength: 1, maxLength: 12, size: 'max' })
const runs = fc.array(draft(['run', 'run', 'run', 'cycle', 'power']), { minLength: 1, maxLength: 3 })

/** Returns the events of a draft: a single event, or a series of cycles or of changes of an input. */
function eventsOf(from: Draft, times: readonly number[]): Omit<ReferenceEvent, 'position'>[] {
  const at = times[from.instant % times.length] ?? 0
  const batchId = BATCH_IDS[from.batch] ?? 'b'
  if (from.type === 'run') return runOf(from, at, batchId)
  if (from.type === 'flash') return flashOf(from, at, batchId)
  if (from.type === 'input') return [{ at, batchId, type: 'input', input: inputOf(from), level: from.yes ? 1 : 0 }]
  if (from.type === 'cycle')
    return [{ at, batchId, type: 'cycle', cycleMs: ownTimeOf(from, at, times), count: from.count }]
  if (from.type === 'status') return [{ at, batchId, type: 'status', running: from.yes }]
  if (from.type === 'power') return [{ at, batchId, type: 'power', on: from.pick < 4 }]
  if (from.type === 'ping') return [{ at, batchId, type: 'ping', sinceAt: sinceOf(from, at, times) }]
  return [{ at, batchId, type: 'tlm' }]
}

/**
 * Returns a series of 17 to 29 cycles, or 105, because `T` is computed from 20 cycles on and from the last 100. Another cycle
 * follows at about `T` after the last.
 */
function runOf(
  { pick, yes, ms, other, count }: Draft,
  at: number,
  batchId: string,
): Omit<ReferenceEvent, 'position'>[] {
  const length = pick === 0 ? 105 : 15 + Math.round(pick * 1.6)
  const run = Array.from({ length }, (_, i) => {
    const cycleMs = yes && i % 5 === 4 ? undefined : ms + (i % 3) * other * 7
    return { at: at + i * (ms + 1000), batchId, type: 'cycle' as const, cycleMs, count }
  })
  const lastAt = run.at(-1)?.at ?? at
  const T = computedMaxCycleMs(run.flatMap(({ cycleMs }) => cycleMs ?? []))
  return [...run, { at: lastAt + T + (other % 3), batchId, type: 'cycle', cycleMs: ms, count: 1 }]
}

const inputOf = ({ other }: Draft) => inputNames[other % 3] ?? '24v0'

/** Returns 2 to 6 changes of an input between 1 and 0, with pieces about as long as the limit of a filter. */
function flashOf(from: Draft, at: number, batchId: string): Omit<ReferenceEvent, 'position'>[] {
  const aboutMs = FILTERS_MS[from.pick % FILTERS_MS.length] ?? 9000
  return Array.from({ length: 2 + (from.pick % 5) }, (_, i) => ({
    at: at + i * aboutMs + ((i * from.other) % 3) - 1,
    batchId,
    type: 'input' as const,
    input: inputOf(from),
    level: (i + Number(from.yes)) % 2 === 0 ? (1 as const) : (0 as const),
  }))
}

function ownTimeOf({ pick, ms, other }: Draft, at: number, times: readonly number[]): number | undefined {
  if (pick === 0) return undefined
  if (pick === 1) return 0
  if (pick <= 4) return Math.max(0, at - (times[other % times.length] ?? 0))
  return ms
}

function sinceOf({ pick, ms, other }: Draft, at: number, times: readonly number[]): number | undefined {
  if (pick <= 1) return undefined
  if (pick <= 5) return Math.min(at, times[other % times.length] ?? at)
  if (pick === 6) return at - 10 * ms
  return at - ms
}

const near = (times: readonly number[]) =>
  fc.tuple(fc.nat(times.length - 1), fc.oneof(fc.constant(0), lengthMs)).map(([i, ms]) => (times[i] ?? 0) + ms)

const settings = (times: readonly number[]): fc.Arbitrary<ReferenceSetting[]> =>
  fc.uniqueArray(
    fc.record({
      from: fc.oneof({ weight: 1, arbitrary: fc.constant(-1e9) }, { weight: 2, arbitrary: near(times) }),
      ms: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...T_POOL_MS) },
        { weight: 2, arbitrary: fc.constant(null) },
      ),
    }),
    { selector: (setting) => setting.from, maxLength: 4, size: 'max' },
  )

const changes = (times: readonly number[]): fc.Arbitrary<ReferenceChange[]> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<ReferenceChange[]>([]) },
    {
      weight: 2,
      arbitrary: fc.uniqueArray(fc.record({ at: near(times), primary: fc.constantFrom(true, true, false) }), {
        selector: (change) => `${change.at} ${change.primary}`,
        maxLength: 3,
        size: 'max',
      }),
    },
  )

const expression = fc.oneof(
  fc.constantFrom(...inputNames).map((input) => ({ inputs: [input], join: 'and' as const })),
  fc.constantFrom('and' as const, 'or' as const).map((join) => ({ inputs: ['24v0' as const, '24v1' as const], join })),
)
const filter = fc.record({
  durationMs: fc.constantFrom(...FILTERS_MS),
  value: fc.constantFrom(1 as const, 0 as const, -1 as const),
})

/**
 * Generator of 1 to 3 set-ups of inputs that follow each other: with or without an expression for running, a down input and
 * filters.
 */
const setups = (times: readonly number[]): fc.Arbitrary<ReferenceSetup[]> =>
  fc.uniqueArray(
    fc.record({
      from: fc.oneof({ weight: 2, arbitrary: fc.constant(-1e9) }, { weight: 1, arbitrary: near(times) }),
      running: fc.option(expression, { freq: 6 }),
      down: fc.option(fc.constant({ inputs: ['120v0' as const], join: 'and' as const }), { freq: 1 }),
      filters: fc.dictionary(fc.constantFrom('24v0', '24v1', '120v0'), filter, { maxKeys: 2 }),
    }),
    { selector: (setup) => setup.from, minLength: 1, maxLength: 3, size: 'max' },
  )

const fixed = (times: readonly number[]): fc.Arbitrary<ReferenceFixed[]> =>
  fc.uniqueArray(fc.record({ from: near(times), source: fc.constantFrom('inputs', 'cycles', 'status', null) }), {
    selector: (entry) => entry.from,
    maxLength: 3,
    size: 'max',
  })

const noSetups = fc.constant<ReferenceSetup[]>([])
const noneFixed = fc.constant<ReferenceFixed[]>([])

/** Generator of the drafts of events and of the settings of a set. With series of cycles, `T` is often computed from them. */
const setContents = (times: readonly number[]) =>
  fc.oneof(
    { weight: 8, arbitrary: recordOf(plain, settings(times), noSetups, noneFixed) },
    { weight: 1, arbitrary: recordOf(withRuns, settings(times), noSetups, noneFixed) },
    { weight: 1, arbitrary: recordOf(runs, fc.constant([{ from: -1e9, ms: null }]), noSetups, noneFixed) },
    { weight: 6, arbitrary: recordOf(levels, settings(times), setups(times), noneFixed) },
    { weight: 3, arbitrary: recordOf(levels, settings(times), setups(times), fixed(times)) },
    { weight: 1, arbitrary: recordOf(plain, settings(times), noSetups, fixed(times)) },
  )

const recordOf = (
  drafts: fc.Arbitrary<Draft[]>,
  maxCycle: fc.Arbitrary<ReferenceSetting[]>,
  setups: fc.Arbitrary<ReferenceSetup[]>,
  fixed: fc.Arbitrary<ReferenceFixed[]>,
) => fc.record({ drafts, maxCycle, setups, fixed })

/** Generator of sets of events with settings, and of the order in which both became known. */
export const stories: fc.Arbitrary<Story> = instants.chain((times) =>
  fc
    .record({
      said: setContents(times),
      changes: changes(times),
      firstArrivals: fc.array(near(times), { minLength: BATCH_IDS.length, maxLength: BATCH_IDS.length }),
      arrivals: fc.array(fc.tuple(fc.nat(BATCH_IDS.length - 1), near(times)), { maxLength: 10, size: 'max' }),
      editArrivals: fc.array(near(times), { minLength: 13, maxLength: 13 }),
      asked: fc.array(near(times), { minLength: 1, maxLength: 6, size: 'max' }),
      lastAskedMs: lengthMs,
      checkpointEvery: fc.integer({ min: 1, max: 5 }),
    })
    .map((from) => {
      const changes = [...from.changes].sort((a, b) => a.at - b.at || Number(a.primary) - Number(b.primary))
      const maxCycle = [...from.said.maxCycle].sort((a, b) => a.from - b.from)
      const setups = [...from.said.setups].sort((a, b) => a.from - b.from)
      const fixed = [...from.said.fixed].sort((a, b) => a.from - b.from)
      const events = placed(from.said.drafts.flatMap((each) => eventsOf(each, times)))
      const edits = [
        ...changes.map((_, index) => ({ of: 'changes' as const, index, arrivesAt: from.editArrivals[index] ?? 0 })),
        ...maxCycle.map((_, index) => ({
          of: 'maxCycle' as const,
          index,
          arrivesAt: from.editArrivals[index + 3] ?? 0,
        })),
        ...setups.map((_, index) => ({ of: 'setups' as const, index, arrivesAt: from.editArrivals[index + 7] ?? 0 })),
        ...fixed.map((_, index) => ({ of: 'fixed' as const, index, arrivesAt: from.editArrivals[index + 10] ?? 0 })),
      ]
      const questionTimes = [...from.asked, (times.at(-1) ?? 0) + from.lastAskedMs].sort((a, b) => a - b)
      const batches = [...new Set(events.map((event) => event.batchId))]
      const first = batches.map((batchId, i) => ({ batchId, arrivesAt: from.firstArrivals[i] ?? 0 }))
      const again = from.arrivals.map(([i, arrivesAt]) => ({ batchId: batches[i % batches.length] ?? '', arrivesAt }))
      const deliveries = [...first, ...again].sort((a, b) => a.arrivesAt - b.arrivesAt)
      const { checkpointEvery } = from
      return readable({
        events,
        changes,
        maxCycle,
        setups,
        fixed,
        edits,
        deliveries,
        asked: questionTimes,
        checkpointEvery,
      })
    }),
)

function placed(events: readonly Omit<ReferenceEvent, 'position'>[]): ReferenceEvent[] {
  const next = new Map<string, number>()
  return events.map((event) => {
    const position = next.get(event.batchId) ?? 0
    next.set(event.batchId, position + 1)
    return { ...event, position }
  })
}

/** Returns the same story, with a method added that gives the text which a failing test prints. */
function readable(story: Story): Story {
  const { edits, deliveries, asked: questionTimes, checkpointEvery } = story
  const text = () =>
    `\n${textOf(story)}\n${JSON.stringify({ edits, deliveries, asked: questionTimes, checkpointEvery })}\n`
  return Object.defineProperty(story, fc.toStringMethod, { value: text, enumerable: false })
}
