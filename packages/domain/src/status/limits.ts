import { exactSums } from '../telemetry/index.ts'
import { type Deciding, decidingOver } from './deciding.ts'
import type { StatusSettings } from './types.ts'

/** Longest allowed cycle time T (ms) of a machine where nobody set it, and where too few cycles were sent to compute it. */
export const DEFAULT_MAXIMUM_CYCLE_MS = 300_000
/**
 * Smallest offline limit (ms, 10 minutes): silence of this length or shorter never makes a machine offline, with any settings.
 */
export const OFFLINE_LIMIT_MS = 600_000
/** Largest computed T (ms), one day, so that there is always an instant before which everything is settled. */
const COMPUTED_MAXIMUM_MS = 86_400_000
const WINDOW_CYCLES = 100
const FEWEST_CYCLES = 20

/** Settings of a machine that has none: T at its default, no inputs, no fixed source. */
export const defaultStatusSettings: StatusSettings = { maximumCycle: [], inputSetup: [], source: [] }

/**
 * Settings of `StatusSettings` prepared for a fast lookup at every event; `from` (epoch ms) and `ms` are parallel lists, with
 * null for a computed T.
 */
export interface Limits {
  readonly from: readonly number[]
  readonly ms: readonly (number | null)[]
  /** `most[i]`: the largest T in force from entry `i` on. */
  readonly most: readonly number[]
  readonly computes: boolean
  readonly deciding: readonly Deciding[]
}

const ready = new WeakMap<StatusSettings, Limits>()

/** Returns the settings prepared for a fast lookup; computed once per object of settings, which must not be changed. */
export function limitsOf(settings: StatusSettings): Limits {
  const cached = ready.get(settings)
  if (cached !== undefined) return cached
  const limits = madeReady(settings)
  ready.set(settings, limits)
  return limits
}

function madeReady(settings: StatusSettings): Limits {
  const from = [Number.NEGATIVE_INFINITY, ...settings.maximumCycle.map((entry) => entry.from)]
  const ms = [DEFAULT_MAXIMUM_CYCLE_MS, ...settings.maximumCycle.map((entry) => entry.ms)]
  const most = ms.map((value) => value ?? COMPUTED_MAXIMUM_MS)
  for (let i = most.length - 2; i >= 0; i--) most[i] = Math.max(most[i] ?? 0, most[i + 1] ?? 0)
  return { from, ms, most, computes: ms.includes(null), deciding: decidingOver(settings) }
}

/**
 * Returns T (ms) in force at an instant (epoch ms); where it is computed, from the cycle times that the device sent last
 * (domain, section 3, rule 3).
 */
export function maximumCycleAt(limits: Limits, at: number, recentCycleMs: readonly number[]): number {
  return limits.ms[entryAt(limits, at)] ?? computedMaximumCycle(recentCycleMs)
}

/**
 * Returns the largest T (ms) that may be in force at an instant (epoch ms) or later; a computed T counts as one day, its
 * maximum.
 */
export function largestMaximumCycleFrom(limits: Limits, at: number): number {
  return limits.most[entryAt(limits, at)] ?? DEFAULT_MAXIMUM_CYCLE_MS
}

/**
 * Returns how far (ms) before a change of settings a state may already have settled time that the change affects: the largest
 * T, at least the offline limit.
 */
export function longestReachMs(settings: StatusSettings): number {
  return Math.max(OFFLINE_LIMIT_MS, ...limitsOf(settings).most)
}

function entryAt({ from }: Limits, at: number): number {
  let i = from.length - 1
  while (i > 0 && at < (from[i] ?? 0)) i--
  return i
}

/** Adds a cycle time (ms) to the list from which T is computed, and removes the oldest beyond 100. */
export function rememberCycle(recentCycleMs: number[], cycleMs: number): void {
  recentCycleMs.push(cycleMs)
  if (recentCycleMs.length > WINDOW_CYCLES) recentCycleMs.shift()
}

/**
 * Computes T from the cycle times that the device sent last, in whole ms: mean + 3 (population) standard deviations, at least
 * 1.5 x the mean, rounded up, at most one day. Returns `DEFAULT_MAXIMUM_CYCLE_MS` below 20 cycles. The result is exact: with
 * n, sum S and sum of squares Q it is the smallest T with (nT - S)² >= 9(nQ - S²) and 2nT >= 3S.
 */
export function computedMaximumCycle(cycleMs: readonly number[]): number {
  const n = cycleMs.length
  if (n < FEWEST_CYCLES) return DEFAULT_MAXIMUM_CYCLE_MS
  const { sum, squares } = exactSums(cycleMs)
  const count = BigInt(n)
  const deviations = ceilSqrt(9n * (count * squares - sum * sum))
  const ms = larger(ceilDivide(sum + deviations, count), ceilDivide(3n * sum, 2n * count))
  return Math.min(Number(ms), COMPUTED_MAXIMUM_MS)
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const ceilDivide = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

function ceilSqrt(value: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(value))))
  while (root * root > value) root--
  while (root * root < value) root++
  return root
}
