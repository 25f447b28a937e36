import fc from 'fast-check'
import { aroundDay, schedule, zone } from '../reference/arbitraries.ts'
import type { ReferenceSchedule } from '../reference/shifts.ts'

/** Kinds of steps. A frequent kind is in the list several times. */
const kinds = [
  ...(['receive', 'receive', 'receive', 'receive', 'late', 'late', 'pass', 'pass'] as const),
  ...(['setting', 'setting', 'setting'] as const),
  ...(['schedule', 'zone', 'archive', 'run', 'run', 'analog', 'setup', 'insert', 'update', 'delete'] as const),
]

export interface FigureStep {
  readonly kind: (typeof kinds)[number]
  readonly machine: number
  readonly pick: number
  readonly hours: number
  readonly week: ReferenceSchedule | null
  readonly zone: string | null
  readonly shift: 0 | 1 | 2 | 3
  readonly questions: readonly StoryQuestion[]
}

export interface StoryQuestion {
  readonly about: number
  readonly shift: number
  readonly zone: string
  readonly intervalS: 900 | 3600 | 86_400 | 604_800
  readonly dayStartMin: number
  readonly fromHours: number
  readonly lengthHours: number
  readonly leave: number
}

const hours = fc.oneof(
  fc.constantFrom(0.25, 1, 5.5, 24, 30),
  fc.integer({ min: 1, max: 2400 }).map((n) => n / 37),
)

export const question: fc.Arbitrary<StoryQuestion> = fc.record({
  about: fc.nat(20),
  shift: fc.constantFrom(0, 0, 0, 1, 2, 3),
  zone,
  intervalS: fc.constantFrom(900 as const, 3600 as const, 86_400 as const, 86_400 as const, 604_800 as const),
  dayStartMin: fc.constantFrom(0, 0, 90, 360, 1425),
  fromHours: hours,
  lengthHours: hours,
  leave: fc.nat(3),
})

const step: fc.Arbitrary<FigureStep> = fc.record({
  kind: fc.constantFrom(...kinds),
  machine: fc.nat(1),
  pick: fc.nat(10_000),
  hours,
  week: fc.option(schedule, { freq: 5 }),
  zone: fc.option(zone, { freq: 4 }),
  shift: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
  questions: fc.array(question, { maxLength: 3, size: 'max' }),
})

export interface FigureStory {
  readonly day: number
  readonly zone: string
  readonly week: ReferenceSchedule
  readonly steps: readonly FigureStep[]
}

export const figureStories = (steps: number): fc.Arbitrary<FigureStory> =>
  fc.record({
    day: aroundDay,
    zone,
    week: schedule,
    steps: fc.array(step, { minLength: steps, maxLength: steps, size: 'max' }),
  })
