import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { clearAttempts, countAttempt, forgiveAttempt, type Tally } from '../../platform/directory/index.ts'
import { TooMany } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Tx } from '../../platform/tx.ts'
import { type Limit, waitMs, windowOf } from './throttle-rule.ts'
import { hashSecret } from './tokens.ts'

const minute = 60_000
const day = 24 * 60 * minute
const ofAccount: Limit = { most: 10, windowMs: 5 * minute }
const ofNetwork: Limit = { most: 50, windowMs: 5 * minute }
/** Of an account from a network that is its own. */
const ofPlace: Limit = { most: 100, windowMs: day }
/** For so long after a success a network is the account's own. */
const ownForMs = 90 * day

/** What is counted: sign-ins by account, or guesses of codes and links by network alone. */
export type Guessed = 'sign_in' | 'code' | 'reset_request'

/** One attempt to sign in, counted already. */
export interface Attempt {
  /** 0: it is one of those that pass. Otherwise only a right password from the account's own network does. */
  readonly waitMs: number
  /** Whether the password is to be looked at. */
  readonly isHeard: boolean
  /** It was the right one: it counts no more, and its network is the account's own from now on. */
  succeeded(): Promise<void>
}

/**
 * Slows down who guesses, by account and by network, on all servers together. Attempts count when they begin, so that many at
 * once count as many, and a success takes its own back. Whoever knows the password gets in from a network the account was signed
 * in from before, however many guess elsewhere; there the guesses themselves are limited to a hundred a day.
 */
export class SignInThrottle {
  readonly #database: Database
  readonly #clock: Clock
  readonly #signingKey: Buffer

  constructor(deps: { database: Database; clock: Clock; signingKey: Buffer }) {
    this.#database = deps.database
    this.#clock = deps.clock
    this.#signingKey = deps.signingKey
  }

  /** Counts an attempt to sign in as `account` (an e-mail as it is kept, known or not). */
  async begin(account: string, ip: string): Promise<Attempt> {
    const now = this.#clock.now()
    const limits = [ofAccount, ofNetwork, ofPlace]
    const keys = this.#keysOf(account, networkOf(ip))
    const mark = this.#key('own', account, networkOf(ip))
    const tallies = limits.map((limit, i) => this.#tally(keys[i] ?? mark, limit, now))
    const [account_, network, place] = await countAttempt(this.#database, tallies, mark, now)
    if (!account_ || !network || !place) throw new Error('An attempt was not counted')
    const wait = Math.max(waitMs(account_, ofAccount, now), waitMs(network, ofNetwork, now))
    const isOwnPlace = place.isMarked && place.count <= ofPlace.most
    return {
      waitMs: wait,
      isHeard: wait === 0 || isOwnPlace,
      succeeded: () => forgiveAttempt(this.#database, tallies, mark, ownUntil(now)),
    }
  }

  /** Counts a guess by network alone; throws TooMany. The answer is to be called where it was right. */
  async guess(what: Exclude<Guessed, 'sign_in'>, ip: string): Promise<() => Promise<void>> {
    const network = networkOf(ip)
    return this.#only(this.#key(what, network), ofNetwork)
  }

  /** Counts a guess of the password of somebody who is signed in; throws TooMany. */
  async guessOwn(userId: number): Promise<() => Promise<void>> {
    return this.#only(this.#key('current', String(userId)), ofAccount)
  }

  /** In the transaction in which somebody proved by mail who they are: what others did to the account is forgotten. */
  async clear(tx: Tx, account: string, ip: string): Promise<void> {
    const network = networkOf(ip)
    const [accountKey, , placeKey] = this.#keysOf(account, network)
    const mark = this.#key('own', account, network)
    await clearAttempts(tx, [accountKey, placeKey], mark, ownUntil(this.#clock.now()))
  }

  async #only(key: Buffer, limit: Limit): Promise<() => Promise<void>> {
    const now = this.#clock.now()
    const tally = this.#tally(key, limit, now)
    const [counted] = await countAttempt(this.#database, [tally], key, now)
    const wait = counted ? waitMs(counted, limit, now) : 0
    if (wait > 0) throw tooMany(wait)
    return () => forgiveAttempt(this.#database, [tally], key, windowOf(now, limit))
  }

  #keysOf(account: string, network: string): [Buffer, Buffer, Buffer] {
    return [this.#key('account', account), this.#key('network', network), this.#key('place', account, network)]
  }

  /** Nobody who reads the table learns who tried, or from where. */
  #key(...words: string[]): Buffer {
    return hashSecret(this.#signingKey, JSON.stringify(['attempt', ...words]))
  }

  #tally(key: Buffer, limit: Limit, now: number): Tally {
    return { key, windowAt: windowOf(now, limit), windowMs: limit.windowMs }
  }
}

/** To the day, so that the many sign-ins of a day set one mark. */
const ownUntil = (now: number) => Math.floor(now / day) * day + ownForMs

export const tooMany = (waitMs: number) => new TooMany('too_many_requests', Math.ceil(waitMs / 1000))
