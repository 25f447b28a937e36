import { DAY_MS, HOUR_MS } from '../time/index.ts'

const firstGapMs = 10_000
const longestGapMs = HOUR_MS
const triedForMs = DAY_MS
const fewestAttempts = 8

/**
 * Returns how many ms to wait after a number of failed attempts (1 or more) to send a message: ten seconds, doubled for
 * each further attempt, at most an hour.
 */
export const gapAfterAttempt = (attempts: number): number => Math.min(firstGapMs * 2 ** (attempts - 1), longestGapMs)

/**
 * Returns true if a message that failed is not tried again: 24 hours after the instant since which its attempts count, though
 * not before the eighth attempt, as the clock of a server may be wrong.
 */
export const isGivenUp = (triedSince: number, attempts: number, now: number): boolean =>
  now - triedSince >= triedForMs && attempts >= fewestAttempts
