import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonBytes } from '../../platform/http/json-bytes.ts'
import { presentLog, type StatusHistory, writeLog } from './present-log.ts'

const text = fc.option(fc.string({ unit: 'grapheme' }))
const note = fc.record({
  reasonId: fc.option(fc.integer({ min: 1, max: 1e9 })),
  reason: text,
  notes: text,
  ignored: fc.boolean(),
})
const interval = fc.record({
  statusIntervalId: fc.integer({ min: 1, max: 2 ** 52 }),
  statusId: fc.integer({ min: 1, max: 4 }),
  startedAt: fc.integer({ min: 0, max: 4e12 }),
  endedAt: fc.option(fc.integer({ min: 0, max: 4e12 })),
  note: fc.option(note, { freq: 2 }),
})

test('The text of a log says the same as its rows, whatever people wrote', () => {
  fc.assert(
    fc.property(fc.array(interval), fc.integer({ min: 0, max: 4e12 }), (intervals, now) => {
      const rows = intervals.map(({ note: _, ...row }) => ({ ...row, equipmentId: 1 }))
      const onStops = new Map(intervals.flatMap((each) => (each.note === null ? [] : [[each.startedAt, each.note]])))
      const history = { rows, notes: { onStops, unplaced: [] } } as unknown as StatusHistory
      const out = new JsonBytes()
      writeLog(out, history, now)
      expect(Buffer.concat(out.take()).toString()).toBe(JSON.stringify(presentLog(history, now)))
    }),
  )
})
