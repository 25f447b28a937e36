import { defaultEquipmentSettings } from '@millwatch/domain/tree'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonBytes } from '../../platform/http/json-bytes.ts'
import { packedStop } from '../utilization/index.ts'
import { type MachineOfStops, StopWriter } from './present-stops.ts'

const now = 100_000
const text = fc.option(fc.string({ unit: 'grapheme' }))
const note = fc.record({
  reasonId: fc.option(fc.integer({ min: 1, max: 1e9 })),
  reason: text,
  notes: text,
  ignored: fc.boolean(),
})
const instant = fc.integer({ min: 0, max: now })
const stop = fc.record({
  intervalId: fc.integer({ min: 1, max: 2 ** 52 }),
  scheduledMs: instant,
  note: fc.option(note, { freq: 2 }),
  part: fc.option(fc.integer({ min: 1, max: 99 }), { freq: 2 }),
})
const plant = fc.record({
  name: fc.string({ unit: 'grapheme' }),
  thresholds: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
  edges: fc.uniqueArray(instant, { minLength: 2, maxLength: 20 }),
  stops: fc.array(stop, { minLength: 10, maxLength: 10 }),
  isOpen: fc.boolean(),
  runs: fc.array(
    fc.record({ startedAt: instant, length: fc.option(instant), tags: fc.array(fc.integer({ min: 1, max: 5 })) }),
  ),
})

test('The rows of a machine are those that JSON has, whatever people wrote, with the tags of the runs that touch them', () => {
  fc.assert(
    fc.property(plant, ({ name, thresholds, edges, stops, isOpen, runs }) => {
      const ascending = edges.toSorted((a, b) => a - b)
      const made = stops.slice(0, edges.length >> 1).map((each, i, all) => {
        const isLast = i === all.length - 1
        const endedAt = isLast && isOpen ? null : (ascending[2 * i + 1] as number)
        return { ...each, equipmentId: 7, startedAt: ascending[2 * i] as number, endedAt }
      })
      const settings = thresholds.map((threshold, i) => ({
        ...defaultEquipmentSettings,
        parentOrgUnitId: 1,
        from: i * 30_000,
        excessiveDowntimeThresholdMs: threshold * 1500,
      }))
      const some = runs.map(({ startedAt, length, tags }) => ({
        startedAt,
        endedAt: length === null ? null : startedAt + length,
        tags: tags.map((id) => ({ id })),
      }))
      const part = { historyId: 3, action: 'note', qty: null, writtenBy: 4 }
      const machine = {
        ...{ equipmentId: 7, name, settings, runs: some },
        notes: { onStops: new Map(made.flatMap(({ startedAt, note }) => (note === null ? [] : [[startedAt, note]]))) },
        parts: new Map(
          made.flatMap((each) => (each.part === null ? [] : [[each.startedAt, [{ ...part, partId: each.part }]]])),
        ),
      } as unknown as MachineOfStops
      const expected = made.map(({ startedAt, endedAt, ...row }) => {
        const end = endedAt ?? now
        const touching = some.filter((run) => run.startedAt < end && (run.endedAt ?? now) > startedAt)
        const threshold = settings.findLast((each) => each.from <= startedAt)?.excessiveDowntimeThresholdMs ?? 0
        return [
          ...[row.intervalId, 7, name, 2, startedAt / 1000, endedAt === null ? null : endedAt / 1000, endedAt === null],
          ...[(end - startedAt) / 1000, row.scheduledMs / 1000],
          ...[row.note?.reasonId ?? null, row.note?.reason ?? null, row.note?.notes ?? null],
          [...new Set(touching.flatMap((run) => run.tags.map((tag) => tag.id)))].sort((a, b) => a - b),
          row.part === null ? [] : [{ id: row.part, history_id: 3, action: 'note', qty: null, user_id: 4 }],
          row.note?.ignored ?? false,
          threshold / 1000,
        ]
      })
      const writer = new StopWriter(machine, now)
      const written = made.map((each) => {
        const out = new JsonBytes()
        writer.write(out, Float64Array.from([0, ...packedStop(each)]), 1)
        return Buffer.concat(out.take()).toString()
      })
      expect(written).toEqual(expected.map((row) => JSON.stringify(row)))
    }),
  )
})
