import { type SmallMachine, walk } from '@millwatch/lab/reference/small-machine'
import fc from 'fast-check'
import { expect } from 'vitest'
import { HOUR_MS } from '../time/index.ts'
import { smallMachine } from './arbitraries.testing.ts'
import {
  addSums,
  classifiedIntervals,
  type Figures,
  figuresUnder,
  noSums,
  type RollupRow,
  rowsBetween,
  sumFigures,
  weigh,
} from './index.ts'

/** Returns figures as the server computes them: cut where settings change, rows of buckets, sums, switches in the last step. */
function figuresBy(machine: SmallMachine, from: number, to: number, shift: number | null, bucketMs: number): Figures {
  const parts: Figures[] = []
  machine.settings.forEach((settings, i) => {
    const start = Math.max(settings.from, from)
    const end = Math.min(machine.settings[i + 1]?.from ?? to, to)
    if (start >= end) return
    const edges = [start]
    for (let at = (Math.floor(start / bucketMs) + 1) * bucketMs; at < end; at += bucketMs) edges.push(at)
    const rows = rowsBetween(
      [...edges, end],
      classifiedIntervals(machine, { from: start, to: end }, machine.now),
      [],
    ).flat()
    parts.push(figuresUnder(weigh(sumOf(rows, shift), settings), settings))
  })
  return sumFigures(parts)
}

const sumOf = (rows: RollupRow[], shift: number | null) =>
  rows.filter((row) => shift === null || row.shift === shift).reduce((sum, row) => addSums(sum, row.sums), noSums())

const timesOf = ({ revenue: _, ...times }: ReturnType<typeof walk>) => times

/** Checks that the figures of random machines equal those of the reference model. */
export function figuresMatchReference(numRuns: number): void {
  const questions = fc.tuple(fc.nat(300), fc.nat(300), fc.constantFrom(null, 1, 2, 3), fc.integer({ min: 5, max: 100 }))
  fc.assert(
    fc.property(smallMachine, questions, (machine, [from, ms, shift, bucketMs]) => {
      const figures = figuresBy(machine, from, from + ms, shift, bucketMs)
      const reference = walk(machine, from, from + ms, shift)
      expect({
        running: figures.runningMs,
        down: figures.downMs,
        offline: figures.offlineMs,
        poweredOff: figures.poweredOffMs,
        scheduled: figures.scheduledMs,
        effective: figures.effectiveRunMs,
      }).toEqual(timesOf(reference))
      expect(figures.actualRevenue * HOUR_MS).toBeCloseTo(reference.revenue, 6)
    }),
    { numRuns },
  )
}
