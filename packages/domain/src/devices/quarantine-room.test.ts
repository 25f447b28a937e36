import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_QUARANTINE_QUOTA, fitInQuarantine, MAX_RAW_BYTES, quarantineBytes } from './index.ts'

const nothing = { device: { junk: 0, held: 0 }, company: { junk: 0, held: 0 } }
const quota = { device: { junk: 100, held: 200 }, company: { junk: 250, held: 500 } }
const junk = (bytes: number) => ({ bytes, isHeld: false })
const held = (bytes: number) => ({ bytes, isHeld: true })

describe('room in quarantine', () => {
  test('is found for junk until the quota of its device is used, and what comes later is dropped', () => {
    const fit = fitInQuarantine([junk(60), junk(50), junk(40)], nothing, quota)
    expect(fit).toEqual({ kept: [true, false, true], bytes: { junk: 100, held: 0 } })
  })

  test('is not found for junk once the company used its quota', () => {
    const used = { device: { junk: 0, held: 0 }, company: { junk: 240, held: 0 } }
    expect(fitInQuarantine([junk(20)], used, quota)?.kept).toEqual([false])
  })

  test('refuses a batch whose held events do not all fit, whatever room there is for junk', () => {
    expect(fitInQuarantine([held(150), held(60)], nothing, quota)).toBeNull()
    const used = { device: { junk: 0, held: 0 }, company: { junk: 0, held: 480 } }
    expect(fitInQuarantine([held(30)], used, quota)).toBeNull()
  })

  test('takes junk without a held event even where held events are over the quota', () => {
    const used = { device: { junk: 0, held: 900 }, company: { junk: 0, held: 900 } }
    expect(fitInQuarantine([junk(10)], used, quota)?.kept).toEqual([true])
  })

  test('is found by default for the largest batch of held events where the device holds none', () => {
    const entries = Array.from({ length: 50_000 }, () => held(quarantineBytes(60)))
    expect(fitInQuarantine(entries, nothing)).not.toBeNull()
    expect(DEFAULT_QUARANTINE_QUOTA.device.junk / quarantineBytes(MAX_RAW_BYTES)).toBeGreaterThan(1000)
  })

  test('keeps every held event, and never passes a quota', () => {
    const entries = fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 80 }), isHeld: fc.boolean() }), {
      maxLength: 20,
    })
    const use = fc.record({ junk: fc.nat(300), held: fc.nat(600) })
    fc.assert(
      fc.property(entries, use, use, (batch, device, company) => {
        const fit = fitInQuarantine(batch, { device, company }, quota)
        const sum = (isHeld: boolean) =>
          batch.reduce(
            (all, entry, i) => all + (entry.isHeld === isHeld && (fit?.kept[i] ?? true) ? entry.bytes : 0),
            0,
          )
        if (fit === null) {
          const fits = device.held + sum(true) <= quota.device.held && company.held + sum(true) <= quota.company.held
          expect(fits).toBe(false)
          return
        }
        expect(batch.every((entry, i) => !entry.isHeld || fit.kept[i])).toBe(true)
        expect(fit.bytes).toEqual({ junk: sum(false), held: sum(true) })
        if (fit.bytes.held > 0) expect(device.held + fit.bytes.held).toBeLessThanOrEqual(quota.device.held)
        if (fit.bytes.junk > 0) {
          expect(device.junk + fit.bytes.junk).toBeLessThanOrEqual(quota.device.junk)
          expect(company.junk + fit.bytes.junk).toBeLessThanOrEqual(quota.company.junk)
        }
      }),
    )
  })
})
