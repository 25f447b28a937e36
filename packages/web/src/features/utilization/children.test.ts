import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Child, markOf, mostOf, reach, rowsOfChildren, sumOfShown } from './children.ts'

const child = (id: number, more: Partial<Child> = {}): Child => ({
  place: { kind: 'machine', id, name: `Machine ${id}`, zone: 'UTC' },
  utilPct: 50,
  runS: 1800,
  scheduledS: 3600,
  excluded: false,
  machines: [],
  ...more,
})

describe('the list under a unit', () => {
  const hall = child(1, { machines: [child(2), child(3)] })

  it('shows the machines of a unit only where it is expanded', () => {
    expect(rowsOfChildren([child(9), hall], false).map(({ child: { place } }) => place.id)).toEqual([9, 1])
    expect(rowsOfChildren([child(9), hall], true).map(({ child: { place }, depth }) => [place.id, depth])).toEqual([
      [9, 0],
      [1, 0],
      [2, 1],
      [3, 1],
    ])
  })

  it('marks what ran below 80 %, but not what is excluded or was not scheduled', () => {
    expect(markOf(child(1, { utilPct: 79.9 }))).toBe('under')
    expect(markOf(child(1, { utilPct: 80 }))).toBeUndefined()
    expect(markOf(child(1, { utilPct: 10, excluded: true }))).toBe('excluded')
    expect(markOf(child(1, { utilPct: null }))).toBe('unscheduled')
  })

  it('says of a unit with nothing in it that it has no machines, rather than that nothing was scheduled', () => {
    const unit = { place: { kind: 'unit' as const, id: 1, name: 'Hall', zone: 'UTC' }, utilPct: null }
    expect(markOf(child(1, unit))).toBe('empty')
    expect(markOf(child(1, { ...unit, machines: [child(2)] }))).toBe('unscheduled')
    expect(markOf(child(1, { utilPct: null }))).toBe('unscheduled')
  })
  it('draws bars of percent up to 100, of hours up to the longest', () => {
    const rows = rowsOfChildren([child(1), child(2, { runS: 7200, scheduledS: 3600 })], false)
    expect(mostOf(rows)).toBe(7200)
    expect(reach(child(1), 'run', 7200)).toBe(25)
    expect(reach(child(1, { utilPct: 140 }), 'util', 0)).toBe(100)
    expect(reach(child(1, { utilPct: null }), 'util', 0)).toBe(0)
    expect(reach(child(1), 'run', 0)).toBe(0)
  })
})

const seconds = fc.integer({ min: 0, max: 10 ** 10 }).map((value) => value / 1000)
const anyChild = fc
  .record({ runS: seconds, scheduledS: seconds, excluded: fc.boolean() })
  .map((figures) => child(1, figures))

it('what is listed and the rest are the figure of the unit to the millisecond; excluded ones are in neither', () => {
  fc.assert(
    fc.property(fc.array(anyChild, { maxLength: 200 }), seconds, seconds, (children, runS, scheduledS) => {
      const { listed, rest, excludedMachines } = sumOfShown(children, { runS, scheduledS })
      expect(Math.round((listed.runS + rest.runS) * 1000)).toBe(Math.round(runS * 1000))
      expect(Math.round((listed.scheduledS + rest.scheduledS) * 1000)).toBe(Math.round(scheduledS * 1000))
      expect(excludedMachines).toBe(children.filter(({ excluded }) => excluded).length)
      const counted = sumOfShown(
        children.filter(({ excluded }) => !excluded),
        { runS, scheduledS },
      )
      expect(counted.listed).toEqual(listed)
    }),
    { numRuns: 100 },
  )
})
