import {
  DEFAULT_QUARANTINE_QUOTA,
  junkLeftByRetention,
  type PerDeviceAndCompany,
  QUARANTINE_KEPT_MS,
} from '@millwatch/domain/devices'
import {
  devicesWithJunkOver,
  quarantineBytesOfCompany,
  removeJunk,
  removeOldQuarantine,
} from '../modules/ingest/index.ts'
import type { Ctx } from '../platform/ctx.ts'

/** Largest number of entries that one transaction removes, so that other transactions do not wait long. */
const STEP = 1000

/** Function that runs `work` in a transaction of its own and returns its result. */
type Within = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/**
 * Removes junk and records of released events that are too old from the quarantine of a company. Then removes the oldest junk of
 * each device, and of the company, until half of its quota of junk is free. Events that can still be released stay. Works in
 * transactions of at most 1,000 entries. If `signal` is aborted, throws after the next transaction that removes entries; if none
 * does, returns as usual. Returns the number of removed entries.
 */
export async function trimQuarantine(
  within: Within,
  signal: AbortSignal,
  quota: PerDeviceAndCompany = DEFAULT_QUARANTINE_QUOTA,
): Promise<number> {
  let removed = await inSteps(signal, () =>
    within((ctx) => removeOldQuarantine(ctx, ctx.clock.now() - QUARANTINE_KEPT_MS, STEP)),
  )
  const most = junkLeftByRetention(quota.device.junk)
  for (const { deviceId } of await within((ctx) => devicesWithJunkOver(ctx, most)))
    removed += await inSteps(signal, () => within((ctx) => removeJunkOfDevice(ctx, deviceId, most)))
  const mostOfCompany = junkLeftByRetention(quota.company.junk)
  removed += await inSteps(signal, () =>
    within(async (ctx) => {
      const over = (await quarantineBytesOfCompany(ctx)).junk - mostOfCompany
      return over > 0 ? removeJunk(ctx, null, over, STEP) : 0
    }),
  )
  return removed
}

async function removeJunkOfDevice(ctx: Ctx, deviceId: number, most: number): Promise<number> {
  const device = (await devicesWithJunkOver(ctx, most)).find((candidate) => candidate.deviceId === deviceId)
  return device === undefined ? 0 : removeJunk(ctx, deviceId, device.junk - most, STEP)
}

/**
 * Repeats a step until it removes nothing, and returns the sum of the numbers of removed entries. Throws after a step that
 * removed something if `signal` is aborted.
 */
async function inSteps(signal: AbortSignal, step: () => Promise<number>): Promise<number> {
  let removed = 0
  for (let more = await step(); more > 0; more = await step()) {
    removed += more
    signal.throwIfAborted()
  }
  return removed
}
