import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { TooMany } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Tx } from '../../platform/tx.ts'
import { clearAttempts, countAttempt, forgiveAttempt, type Tally } from './store-directory-attempts.ts'
import { type Limit, waitMs, windowOf } from './throttle-rule.ts'
import { hashSecret } from './tokens.ts'

const minute = 60_000
const day = 24 * 60 * minute
const ofAccount: Limit = { most: 10, windowMs: 5 * minute }
const ofNetwork: Limit = { most: 50, windowMs: 5 * minute }
/** Limit for an account from one of its own networks. */
const ofPlace: Limit = { most: 100, windowMs: day }
/** Limits for wrong codes of displays, per network and of all networks together, since millions of codes are not many. */
const ofPairing: Limit = { most: 20, windowMs: 10 * minute }
const ofAllPairing: Limit = { most: 200, windowMs: 10 * minute }
/** Time for which a network is the account's own after a successful sign-in. */
const ownForMs = 90 * day

/** Kind of attempt. Sign-ins count by account and by network, the others by network only. */
export type Guessed = 'sign_in' | 'code' | 'reset_request'

/** An attempt to sign in that is counted; the password is checked only if `isChecked`. */
export interface Attempt {
  /** Wait in ms; 0: the attempt passes. Otherwise only the right password from the account's own network passes. */
  readonly waitMs: number
  /** True when the password is to be checked. */
  readonly isChecked: boolean
  /** Reports a right password: the attempt no longer counts, and its network becomes the account's own. */
  succeeded(): Promise<void>
}

interface KeyedLimit {
  readonly key: Buffer
  readonly limit: Limit
}

/**
 * Limits guesses over all servers: 10 failures per account and 50 per network within 5 minutes. Attempts count when
 * they begin, so that parallel ones all count; a success takes its own back. From a network of the account's earlier
 * sign-ins the right password always works, up to 100 attempts a day.
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

  /** Counts an attempt to sign in as `account`, a normalized e-mail of an existing or unknown user. */
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
      isChecked: wait === 0 || isOwnPlace,
      succeeded: () => forgiveAttempt(this.#database, tallies, mark, ownUntil(now)),
    }
  }

  /** Counts a guess by network only; throws TooMany. Call the returned function when the guess was right. */
  async guess(kind: Exclude<Guessed, 'sign_in'>, ip: string): Promise<() => Promise<void>> {
    const network = networkOf(ip)
    return this.#only([{ key: this.#key(kind, network), limit: ofNetwork }])
  }

  /** Counts a guess of the code that a browser shows, by network and in all; throws TooMany. */
  async guessPairing(ip: string): Promise<() => Promise<void>> {
    return this.#only([
      { key: this.#key('pairing', networkOf(ip)), limit: ofPairing },
      { key: this.#key('pairing'), limit: ofAllPairing },
    ])
  }

  /** Counts a guess of the password of a signed-in user; throws TooMany. */
  async guessOwn(userId: number): Promise<() => Promise<void>> {
    return this.#only([{ key: this.#key('current', String(userId)), limit: ofAccount }])
  }

  /** Clears the failed attempts of an account, in the transaction in which its owner used a mailed link. */
  async clear(tx: Tx, account: string, ip: string): Promise<void> {
    const network = networkOf(ip)
    const [accountKey, , placeKey] = this.#keysOf(account, network)
    const mark = this.#key('own', account, network)
    await clearAttempts(tx, [accountKey, placeKey], mark, ownUntil(this.#clock.now()))
  }

  /** Counts a guess under each key; throws TooMany if one limit is reached. The first key is marked by a right guess. */
  async #only(counted: readonly [KeyedLimit, ...KeyedLimit[]]): Promise<() => Promise<void>> {
    const now = this.#clock.now()
    const [{ key: mark, limit: shortest }] = counted
    const tallies = counted.map(({ key, limit }) => this.#tally(key, limit, now))
    const counts = await countAttempt(this.#database, tallies, mark, now)
    const wait = Math.max(0, ...counts.map((count, i) => waitMs(count, counted[i]?.limit ?? shortest, now)))
    if (wait > 0) throw tooMany(wait)
    return () => forgiveAttempt(this.#database, tallies, mark, windowOf(now, shortest))
  }

  #keysOf(account: string, network: string): [Buffer, Buffer, Buffer] {
    return [this.#key('account', account), this.#key('network', network), this.#key('place', account, network)]
  }

  /** Returns a keyed hash, so that the table reveals neither accounts nor networks. */
  #key(...words: string[]): Buffer {
    return hashSecret(this.#signingKey, JSON.stringify(['attempt', ...words]))
  }

  #tally(key: Buffer, limit: Limit, now: number): Tally {
    return { key, windowAt: windowOf(now, limit), windowMs: limit.windowMs }
  }
}

/** Returns the end of the mark, rounded to a day, so that many sign-ins of one day write it once. */
const ownUntil = (now: number) => Math.floor(now / day) * day + ownForMs

export const tooMany = (waitMs: number) => new TooMany('too_many_requests', Math.ceil(waitMs / 1000))
