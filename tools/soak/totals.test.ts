import { describe, expect, it } from 'vitest'
import { cycleMsOf, envelopeOf } from './messages.ts'
import { addMessage, compareTotals, noTotals, type PieceTotals, type StoredTotals } from './totals.ts'

const BEGAN_AT = 1_790_000_000_000
const MESSAGES = Array.from({ length: 200 }, (_, number) => ({ number, at: BEGAN_AT + number * 9000 }))

/** Returns the totals of two devices that had all messages acknowledged, but the last `left` of the second. */
function sentBy(left = 0): PieceTotals {
  const devices = [noTotals(), noTotals()]
  for (const [device, totals] of devices.entries())
    for (const message of MESSAGES.slice(0, MESSAGES.length - device * left))
      addMessage(totals, device, message, BEGAN_AT)
  if (devices[1] !== undefined) devices[1].left = left
  return { piece: 1, beganAt: BEGAN_AT, devices }
}

/** Returns the sums of a device whose table has the events of these messages. */
function storedOf(device: number, numbers: readonly number[]): StoredTotals {
  return {
    events: numbers.length,
    numbers: new Set(numbers).size,
    sumMs: numbers.reduce((sum, number) => sum + number * 9000, 0),
    sumCycleMs: numbers.reduce((sum, number) => sum + cycleMsOf(device, number), 0),
  }
}

const all = MESSAGES.map(({ number }) => number)
const compared = (second: readonly number[], left = 0) =>
  compareTotals(sentBy(left), (device) => storedOf(device, device === 0 ? all : second))

describe('what is stored of a piece', () => {
  it('is right if each message is stored once', () => {
    expect(compared(all)).toEqual({ stored: 400, lost: 0, twice: 0, wrong: [] })
  })

  it('lacks a message, or has one twice', () => {
    const lost = compared(all.slice(1))
    expect(lost).toMatchObject({ stored: 399, lost: 1, twice: 0 })
    expect(lost.wrong.join()).toContain('piece 1, device 1: sent {"acknowledged":200')
    expect(compared([...all, 7])).toMatchObject({ stored: 401, lost: 0, twice: 1, wrong: [expect.any(String)] })
  })

  it('lacks one and has another twice, so that the number is the same', () => {
    expect(compared([...all.slice(1), 7])).toMatchObject({
      stored: 400,
      lost: 1,
      twice: 1,
      wrong: [expect.any(String)],
    })
  })

  it('has another content, or nothing', () => {
    const wrongTime = compareTotals(sentBy(), (device) => ({ ...storedOf(device, all), sumMs: 1 }))
    const wrongValue = compareTotals(sentBy(), (device) => ({ ...storedOf(device, all), sumCycleMs: 1 }))
    for (const { wrong } of [wrongTime, wrongValue]) expect(wrong.length).toBe(2)
    expect(compareTotals(sentBy(), () => undefined)).toMatchObject({ stored: 0, lost: 400 })
  })

  it('may have messages that were not acknowledged, each once', () => {
    for (const stored of [195, 197, 200]) expect(compared(all.slice(0, stored), 5).wrong).toEqual([])
    expect(compared(all.slice(0, 194), 5)).toMatchObject({ lost: 1, wrong: [expect.any(String)] })
    expect(compared([...all.slice(0, 197), 3], 5)).toMatchObject({ twice: 1, wrong: [expect.any(String)] })
  })
})

describe('a message', () => {
  it('has a cycle or a reading, as its totals count it', () => {
    const [event] = JSON.parse(envelopeOf(2, 3, [{ number: 5, at: BEGAN_AT }]).toString()).events
    expect(event).toMatchObject({ type: 'cycle', t: BEGAN_AT, cycle_time: cycleMsOf(3, 5) / 1000 })
    const stopped = all.find((number) => cycleMsOf(3, number) === 0) ?? -1
    const envelope = JSON.parse(envelopeOf(2, 3, [{ number: stopped, at: BEGAN_AT }]).toString())
    expect(envelope).toMatchObject({ batch_id: `p2-${stopped}`, events: [{ type: 'tlm', t: BEGAN_AT }] })
  })
})
