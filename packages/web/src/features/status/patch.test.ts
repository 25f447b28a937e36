import { describe, expect, it } from 'vitest'
import { byMachine, patchPreview, patchTimeline } from './patch.ts'

const at = (ms: number) => new Date(ms).toISOString()
const statusMessage = (status: number, from: number) => ({ equipment_id: 1, status, started_at: at(from) })

describe('a live status change', () => {
  it('ends the open piece and opens the new one', () => {
    expect(patchTimeline([{ status: 1, from: 0, to: null }], statusMessage(2, 500))).toEqual([
      { status: 1, from: 0, to: 500 },
      { status: 2, from: 500, to: null },
    ])
  })

  it('replaces later intervals when it begins earlier', () => {
    const spans = [
      { status: 1, from: 0, to: 500 },
      { status: 2, from: 500, to: null },
    ]
    expect(patchTimeline(spans, statusMessage(3, 200))).toEqual([
      { status: 1, from: 0, to: 200 },
      { status: 3, from: 200, to: null },
    ])
  })

  it('to the status that stood before opens that piece again', () => {
    const spans = [
      { status: 1, from: 0, to: 500 },
      { status: 2, from: 500, to: null },
    ]
    expect(patchTimeline(spans, statusMessage(1, 500))).toEqual([{ status: 1, from: 0, to: null }])
  })

  it('changes nothing when it is there already', () => {
    const spans = [{ status: 1, from: 0, to: null }]
    expect(patchTimeline(spans, statusMessage(1, 0))).toBe(spans)
  })
})

describe('live messages about a machine', () => {
  const cycle = (equipment_id: number, ms: number, cycle_time: number | null, more = {}) => ({
    ...{
      equipment_id,
      count: 1,
      occurred_at: at(ms),
      cycle_time,
      temperature_1: null,
      analog_in_1: null,
      is_startup: false,
      restated: false,
    },
    ...more,
  })
  const before = {
    segments: [{ status: 1, from: 0, to: null }],
    shifts: [],
    unscheduled: [],
    cycles: [10, 11],
    lastCycleAt: 1000,
  }

  it('is sorted by machine', () => {
    const batch = { status: [{ ...statusMessage(2, 5), equipment_id: 7 }], cycle: [cycle(7, 5, 9), cycle(8, 6, 9)] }
    expect([...byMachine(batch).entries()]).toEqual([
      [7, { status: [batch.status[0]], cycle: [batch.cycle[0]] }],
      [8, { status: [], cycle: [batch.cycle[1]] }],
    ])
  })

  it('are appended to its timeline and its last cycles, of which as many are kept as are shown', () => {
    const next = patchPreview(
      before,
      { status: [statusMessage(2, 500)], cycle: [cycle(1, 2000, 12), cycle(1, 3000, 13)] },
      3,
    )
    expect(next).toEqual({
      ...before,
      segments: [
        { status: 1, from: 0, to: 500 },
        { status: 2, from: 500, to: null },
      ],
      cycles: [11, 12, 13],
      lastCycleAt: 3000,
    })
  })

  it('change nothing when they were applied already, came late, have no time, or stand for several cycles', () => {
    const late = [
      cycle(1, 1000, 9),
      cycle(1, 500, 9),
      cycle(1, 2000, null),
      cycle(1, 2000, 9, { restated: true }),
      cycle(1, 2000, 9, { count: 3 }),
    ]
    expect(patchPreview(before, { status: [], cycle: late }, 3)).toBe(before)
  })
})
