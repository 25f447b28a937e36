import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { Buckets, type Rate } from './buckets.ts'

export interface FalseTokenLimits {
  /** False tokens of one origin: a network, or a browser that signed in before. */
  readonly ofOrigin: Rate
  /** False tokens of all networks together. */
  readonly total: Rate
}

/**
 * Default limits on false tokens: 20 a second and 500 at once from one origin, 200 a second and 5,000 at once from all together.
 * They are far above the number of tokens that end at once in a plant behind one address, and far below the number that would
 * keep the database busy.
 */
export const usualFalseTokens: FalseTokenLimits = {
  ofOrigin: { perS: 20, burst: 500 },
  total: { perS: 200, burst: 5_000 },
}

const mostSeen = 50_000
/** Time (ms) for which a false token is refused again without a look-up. No token becomes valid later. */
const falseForMs = 1000
const mostFalse = 10_000
const all = 'all'

/** Origin of a token: its network, and the browser if this installation knows it. */
export interface TokenOrigin {
  readonly network: string
  readonly browser: string | undefined
}

/**
 * Limiter of the look-ups of false tokens, which need a query to the database each. It always looks up a token that was valid on
 * this server before (it remembers 50,000 of them). A known browser has an allowance of its own, so that others behind the same
 * address do not lock it out. The common allowance of all networks applies only to networks that sent false tokens lately, so
 * that strangers elsewhere lock nobody out. A false token that is repeated within one second is refused without using the
 * allowance.
 */
export class FalseTokens {
  readonly #ofOrigin: Buckets
  readonly #total: Buckets
  readonly #clock: Clock
  readonly #seen = new Set<string>()
  /** False tokens by digest, with the time of their look-up (monotonic ms), the latest last. */
  readonly #false = new Map<string, number>()

  constructor(clock: Clock, { ofOrigin, total }: FalseTokenLimits = usualFalseTokens) {
    this.#clock = clock
    this.#ofOrigin = new Buckets(clock, ofOrigin)
    this.#total = new Buckets(clock, total)
  }

  /**
   * Returns the result of `look`, which is null for a false token. Returns null without `look` for a token that was false within
   * the last second. Throws TooMany without `look` if the allowance of the origin is used up. An error of `look` is passed on and
   * uses no allowance.
   */
  async check<T>(token: string, origin: TokenOrigin, look: () => Promise<T | null>): Promise<T | null> {
    // A digest, so that the memory of the process holds no list of tokens.
    const digest = createHash('sha256').update(token).digest('base64')
    if (this.#seen.has(digest)) return look()
    const lookedAt = this.#false.get(digest)
    if (lookedAt !== undefined && this.#clock.monotonicMs() - lookedAt < falseForMs) return null
    const giveBack = this.#take(origin)
    const found = await look().catch((error: unknown) => {
      giveBack()
      throw error
    })
    if (found === null) {
      this.#rememberFalse(digest)
      return null
    }
    giveBack()
    this.#remember(digest)
    return found
  }

  /**
   * Takes one look-up from the allowances of an origin before its outcome is known, so that parallel look-ups are limited too.
   * Returns a function that gives it back.
   */
  #take({ network, browser }: TokenOrigin): () => void {
    const key = browser === undefined ? `network ${network}` : `browser ${browser}`
    const isShared = browser === undefined && !this.#ofOrigin.isWhole(key)
    this.#ofOrigin.take(key)
    if (isShared) this.#total.take(all)
    return () => {
      this.#ofOrigin.giveBack(key)
      if (isShared) this.#total.giveBack(all)
    }
  }

  #rememberFalse(digest: string): void {
    this.#false.delete(digest)
    this.#false.set(digest, this.#clock.monotonicMs())
    const [oldest] = this.#false.keys()
    if (this.#false.size > mostFalse && oldest !== undefined) this.#false.delete(oldest)
  }

  #remember(digest: string): void {
    this.#seen.add(digest)
    const [oldest] = this.#seen
    if (this.#seen.size > mostSeen && oldest !== undefined) this.#seen.delete(oldest)
  }
}
