import { describe, expect, it } from 'vitest'
import { patchTimeline } from './patch.ts'

const at = (ms: number) => new Date(ms).toISOString()
const told = (status: number, from: number) => ({ equipment_id: 1, status, started_at: at(from) })

describe('a told status change', () => {
  it('ends the open piece and opens the new one', () => {
    expect(patchTimeline([{ status: 1, from: 0, to: null }], told(2, 500))).toEqual([
      { status: 1, from: 0, to: 500 },
      { status: 2, from: 500, to: null },
    ])
  })

  it('that begins earlier takes the place of what stood there', () => {
    const spans = [
      { status: 1, from: 0, to: 500 },
      { status: 2, from: 500, to: null },
    ]
    expect(patchTimeline(spans, told(3, 200))).toEqual([
      { status: 1, from: 0, to: 200 },
      { status: 3, from: 200, to: null },
    ])
  })

  it('to the status that stood before opens that piece again', () => {
    const spans = [
      { status: 1, from: 0, to: 500 },
      { status: 2, from: 500, to: null },
    ]
    expect(patchTimeline(spans, told(1, 500))).toEqual([{ status: 1, from: 0, to: null }])
  })

  it('that is known already changes nothing', () => {
    const spans = [{ status: 1, from: 0, to: null }]
    expect(patchTimeline(spans, told(1, 0))).toBe(spans)
  })
})
