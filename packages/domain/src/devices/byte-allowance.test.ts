import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ByteBuckets, DEFAULT_BYTE_ALLOWANCES, returnAllowance, spendBytes } from './index.ts'

const small = { device: { perSecond: 10, burst: 100 }, company: { perSecond: 40, burst: 300 } }
const fresh: ByteBuckets = { device: null, company: null }

describe('an allowance of bytes', () => {
  test('lets the burst of a device through, then refuses it and takes nothing of its company', () => {
    const first = spendBytes(fresh, 100, 0, small)
    expect(first.refused).toBeNull()
    const second = spendBytes(first, 50, 0, small)
    expect(second.refused).toEqual({ by: 'device', retryAfterMs: 5000 })
    expect(second.company).toEqual(first.company)
  })

  test('refuses for the company once all its devices sent its burst, and takes nothing of the device', () => {
    const company = spendBytes(fresh, 100, 0, { ...small, device: small.company })
    const spent = { device: null, company: { ...company.company, leftThousandths: 0 } }
    const refused = spendBytes(spent, 80, 0, small)
    expect(refused.refused).toEqual({ by: 'company', retryAfterMs: 2000 })
    expect(refused.device.leftThousandths).toBe(100_000)
  })

  test('gives back what could not be stored, up to the burst', () => {
    const { device } = spendBytes(fresh, 60, 0, small)
    expect(returnAllowance(device, 60, small.device).leftThousandths).toBe(100_000)
    expect(returnAllowance(device, 90, small.device).leftThousandths).toBe(100_000)
  })

  test('stops 452 messages of 1 MiB in 15 s after 16, and needs a company of 32 such devices to be felt by others', () => {
    const { device, company } = DEFAULT_BYTE_ALLOWANCES
    let buckets = fresh
    let passed = 0
    for (let i = 0; i < 452; i++) {
      const spent = spendBytes(buckets, 1024 * 1024, i * (15_000 / 452))
      if (spent.refused === null) passed += 1
      buckets = spent
    }
    expect(passed).toBe(17)
    expect(company.burst / device.burst).toBeGreaterThanOrEqual(32)
    expect(company.perSecond / device.perSecond).toBeGreaterThanOrEqual(32)
  })

  test('is never met before the allowance of events by events of up to 262 bytes', () => {
    const { device } = DEFAULT_BYTE_ALLOWANCES
    expect(device.perSecond / 500).toBeGreaterThan(262)
    expect(device.burst / 50_000).toBeGreaterThan(262)
  })

  const steps = fc.array(
    fc.record({ waitMs: fc.nat(500), device: fc.nat(3), bytes: fc.integer({ min: 1, max: 90 }) }),
    { maxLength: 80 },
  )

  test('lets through no more than the bursts and what time brought, of any device and of the company', () => {
    fc.assert(
      fc.property(steps, (messages) => {
        const devices = new Map<number, ByteBuckets['device']>()
        const passed = new Map<number, number>()
        let company: ByteBuckets['company'] = null
        let now = 0
        for (const { waitMs, device, bytes } of messages) {
          now += waitMs
          const before = devices.get(device) ?? null
          const spent = spendBytes({ device: before, company }, bytes, now, small)
          devices.set(device, spent.device)
          company = spent.company
          if (spent.refused === null) passed.set(device, (passed.get(device) ?? 0) + bytes)
          expect(passed.get(device) ?? 0).toBeLessThanOrEqual(100 + (now * 10) / 1000)
        }
        const all = [...passed.values()].reduce((sum, bytes) => sum + bytes, 0)
        expect(all).toBeLessThanOrEqual(300 + (now * 40) / 1000)
      }),
    )
  })

  test('lets a refused message pass when it comes again at the named time, if nobody else sent meanwhile', () => {
    fc.assert(
      fc.property(steps, (messages) => {
        let buckets = fresh
        let now = 0
        for (const { waitMs, bytes } of messages) {
          now += waitMs
          const spent = spendBytes(buckets, bytes, now, small)
          buckets = spent
          if (spent.refused === null) continue
          // The device may then pass while the company refuses, with a retry time of its own.
          const again = spendBytes(spent, bytes, now + spent.refused.retryAfterMs, small)
          expect(again.refused?.by).not.toBe(spent.refused.by)
        }
      }),
    )
  })
})
