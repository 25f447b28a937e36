import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../time/index.ts'
import { type Failure, mtbfMs, mttrMs, reliabilityOf } from './reliability.ts'

const day = { from: 0, to: 24 * HOUR_MS }

describe('MTBF and MTTR', () => {
  it('are operating time and repair time by the number of failures', () => {
    const failures = [
      { startedAt: 2 * HOUR_MS, endedAt: 3 * HOUR_MS },
      { startedAt: 10 * HOUR_MS, endedAt: 13 * HOUR_MS },
    ]
    const figures = reliabilityOf(18 * HOUR_MS, failures, day)
    expect(figures).toEqual({ operatingMs: 18 * HOUR_MS, failures: 2, repairs: 2, repairMs: 4 * HOUR_MS })
    expect([mtbfMs(figures), mttrMs(figures)]).toEqual([9 * HOUR_MS, 2 * HOUR_MS])
  })

  it('are none without failures, neither 0 nor infinite', () => {
    const figures = reliabilityOf(18 * HOUR_MS, [], day)
    expect([mtbfMs(figures), mttrMs(figures)]).toEqual([null, null])
  })

  it('count a failure in the period in which it begins, whole', () => {
    const before = { startedAt: -1, endedAt: HOUR_MS }
    const atStart = { startedAt: 0, endedAt: HOUR_MS }
    const overTheEnd = { startedAt: 23 * HOUR_MS, endedAt: 30 * HOUR_MS }
    const atEnd = { startedAt: 24 * HOUR_MS, endedAt: 25 * HOUR_MS }
    const figures = reliabilityOf(0, [before, atStart, overTheEnd, atEnd], day)
    expect(figures).toEqual({ operatingMs: 0, failures: 2, repairs: 2, repairMs: 8 * HOUR_MS })
    expect(mtbfMs(figures)).toBe(0)
  })

  it('count a failure that lasts, but no repair of it', () => {
    const figures = reliabilityOf(6 * HOUR_MS, [{ startedAt: HOUR_MS, endedAt: null }], day)
    expect([mtbfMs(figures), mttrMs(figures)]).toEqual([6 * HOUR_MS, null])
  })
})

const machine = fc
  .array(fc.tuple(fc.constantFrom('run', 'failure', 'stop'), fc.integer({ min: 1, max: 40 })), { maxLength: 40 })
  .map((parts) => {
    let at = 0
    return parts.map(([kind, minutes]) => {
      const from = at
      at += minutes
      return { kind, from, to: at }
    })
  })

/** Figures minute by minute, without the rule: the reference. */
function counted(parts: readonly { kind: string; from: number; to: number }[], from: number, to: number) {
  let [operating, failures, repair] = [0, 0, 0]
  for (let minute = from; minute < to; minute++) {
    const part = parts.find((candidate) => candidate.from <= minute && minute < candidate.to)
    if (part?.kind === 'run') operating++
    if (part?.kind !== 'failure' || part.from !== minute) continue
    failures++
    for (let later = minute; later < part.to; later++) repair++
  }
  return { operating, failures, repair }
}

const overlap = (part: { from: number; to: number }, from: number, to: number): number =>
  Math.max(0, Math.min(part.to, to) - Math.max(part.from, from))

function figuresOf(parts: readonly { kind: string; from: number; to: number }[], from: number, to: number) {
  const operating = parts.filter(({ kind }) => kind === 'run').reduce((sum, part) => sum + overlap(part, from, to), 0)
  const failures = parts.flatMap((part): Failure[] =>
    part.kind === 'failure' ? [{ startedAt: part.from, endedAt: part.to }] : [],
  )
  return reliabilityOf(operating, failures, { from, to })
}

describe('the figures of random machines', () => {
  const minute = fc.integer({ min: 0, max: 900 })

  it('are those of a count minute by minute', () => {
    fc.assert(
      fc.property(machine, minute, minute, (parts, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)]
        const expected = counted(parts, from, to)
        const figures = figuresOf(parts, from, to)
        expect(figures).toMatchObject({ operatingMs: expected.operating, failures: expected.failures })
        expect(figures.repairMs).toBe(expected.repair)
        expect(mtbfMs(figures)).toBe(expected.failures === 0 ? null : expected.operating / expected.failures)
        expect(mttrMs(figures)).toBe(expected.failures === 0 ? null : expected.repair / expected.failures)
      }),
    )
  })

  it('of adjoining periods add up to those of the whole', () => {
    fc.assert(
      fc.property(machine, minute, minute, minute, (parts, ...ends) => {
        const [from, middle, to] = ends.toSorted((a, b) => a - b) as [number, number, number]
        const [first, second] = [figuresOf(parts, from, middle), figuresOf(parts, middle, to)]
        expect(figuresOf(parts, from, to)).toEqual({
          operatingMs: first.operatingMs + second.operatingMs,
          failures: first.failures + second.failures,
          repairs: first.repairs + second.repairs,
          repairMs: first.repairMs + second.repairMs,
        })
      }),
    )
  })
})
