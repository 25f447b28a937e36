import fc from 'fast-check'
import { expect } from 'vitest'
import { ancestorsOf, treeOf } from '../tree/index.ts'
import { daily, defaultSchedule, faultOfWeek, normaliseSchedule, type ScheduleRange, scheduleInForce } from './index.ts'

const anyDay = fc.uniqueArray(fc.integer({ min: 0, max: 288 }), { maxLength: 12 }).chain((marks) => {
  const sorted = [...marks].sort((a, b) => a - b)
  const pairs = sorted.flatMap((mark, i) => (i % 2 === 1 ? [[sorted[i - 1] as number, mark] as const] : []))
  return fc.tuple(
    ...pairs.map(([from, to]) =>
      fc.constantFrom(0, 1, 2, 3).map((shift): ScheduleRange => [from * 300, to * 300, shift]),
    ),
  )
})
const anyWeek = fc.record(
  { 0: anyDay, 1: anyDay, 2: anyDay, 3: anyDay, 4: anyDay, 5: anyDay, 6: anyDay },
  { requiredKeys: [] },
)

/** Checks that ranges that lie in the day, end after they start and do not overlap are a valid schedule. */
function isRight(numRuns: number): void {
  fc.assert(
    fc.property(anyWeek, (week) => void expect(faultOfWeek(week)).toBe(null)),
    { numRuns },
  )
}

function isNormalOnce(numRuns: number): void {
  fc.assert(
    fc.property(anyWeek, (week) => {
      const normal = normaliseSchedule(week)
      expect(normaliseSchedule(normal)).toEqual(normal)
      for (const day of [0, 1, 2, 3, 4, 5, 6] as const) expect(normal[day]).toEqual(week[day] ?? [])
    }),
    { numRuns },
  )
}

function isInherited(numRuns: number): void {
  const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 12 })
  const given = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(parents, given, fc.boolean(), (seeds, has, ownOfMachine) => {
      const tree = treeOf(
        seeds.map((seed, i) => ({ id: i + 1, parentId: i === 0 ? null : (seed % i) + 1, timeZone: null })),
      )
      const markOf = (id: number) => daily([[0, id * 300, 1]])
      const schedules = new Map([...tree.units.keys()].filter((id) => has[id - 1]).map((id) => [id, markOf(id)]))
      const lastId = seeds.length
      let nearest: number | null = lastId
      while (nearest !== null && !has[nearest - 1]) nearest = tree.units.get(nearest)?.parentId ?? null
      const unit = scheduleInForce(tree, schedules, { unitId: lastId })
      expect(unit.schedule).toEqual(nearest === null ? defaultSchedule : markOf(nearest))
      const isOwn = nearest === lastId || ancestorsOf(tree, lastId).length === 0
      expect(unit.source?.id ?? null).toBe(isOwn ? null : (nearest ?? 1))
      const ownMark = ownOfMachine ? markOf(100) : undefined
      const machine = scheduleInForce(tree, schedules, { parentId: lastId, own: ownMark })
      expect(machine.schedule).toEqual(ownMark ?? (nearest === null ? defaultSchedule : markOf(nearest)))
      expect(machine.source?.id ?? null).toBe(ownMark ? null : (nearest ?? 1))
    }),
    { numRuns },
  )
}

export const scheduleProperties: { readonly says: string; readonly holds: (numRuns: number) => void }[] = [
  { says: 'A schedule of any ranges that do not overlap is right', holds: isRight },
  { says: 'A schedule made normal once is normal, and says the same', holds: isNormalOnce },
  {
    says: "Who has no schedule takes its nearest ancestor's, and the root's default is all day, every day",
    holds: isInherited,
  },
]
