import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { Buckets, type Rate } from './buckets.ts'

export interface FalseTokenLimits {
  /** False tokens of one origin: a network, or a browser that signed in before. */
  readonly ofOrigin: Rate
  /** False tokens of all networks together. */
  readonly total: Rate
}

/** Far above the tokens that have just ended in a plant behind one address; far below what would keep the database busy. */
export const usualFalseTokens: FalseTokenLimits = {
  ofOrigin: { perS: 20, burst: 500 },
  total: { perS: 200, burst: 5_000 },
}

const mostSeen = 50_000
const all = 'all'

/** Origin of a token: its network, and the browser if this installation knows it. */
export interface TokenOrigin {
  readonly network: string
  readonly browser: string | undefined
}

/**
 * Limits the look-ups of false tokens, each of which costs a question to the database. A token that was valid on this server
 * before is never refused by it, and a known browser has an allowance of its own, so that nobody is kept out by
 * somebody else behind the same address.
 */
export class FalseTokens {
  readonly #ofOrigin: Buckets
  readonly #total: Buckets
  readonly #seen = new Set<string>()

  constructor(clock: Clock, { ofOrigin, total }: FalseTokenLimits = usualFalseTokens) {
    this.#ofOrigin = new Buckets(clock, ofOrigin)
    this.#total = new Buckets(clock, total)
  }

  /** Returns the result of `look`, null for a false token; throws TooMany without a look if the allowance is used up. */
  async check<T>(token: string, origin: TokenOrigin, look: () => Promise<T | null>): Promise<T | null> {
    // A digest, so that the memory of the process holds no list of tokens.
    const digest = createHash('sha256').update(token).digest('base64')
    if (this.#seen.has(digest)) return look()
    const giveBack = this.#take(origin)
    const found = await look()
    if (found === null) return null
    giveBack()
    this.#remember(digest)
    return found
  }

  /** Counts a look-up before its outcome is known, so that parallel ones all count. */
  #take({ network, browser }: TokenOrigin): () => void {
    const key = browser === undefined ? `network ${network}` : `browser ${browser}`
    this.#ofOrigin.take(key)
    if (browser === undefined) this.#total.take(all)
    return () => {
      this.#ofOrigin.giveBack(key)
      if (browser === undefined) this.#total.giveBack(all)
    }
  }

  #remember(digest: string): void {
    this.#seen.add(digest)
    const [oldest] = this.#seen
    if (this.#seen.size > mostSeen && oldest !== undefined) this.#seen.delete(oldest)
  }
}
