import { DAY_MS, MINUTE_MS } from '@millwatch/domain/time'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { TooMany } from '../../platform/errors.ts'
import { networkOf, networksOf } from '../../platform/http/network.ts'
import type { Tx } from '../../platform/tx.ts'
import { newBrowser } from './browser.ts'
import { type Counted, clearAttempts, countAttempt, forgiveAttempt, type Tally } from './store-directory-attempts.ts'
import { decideAttempt, isFirstAbove, type Limit, type Tried, waitMs, windowOf } from './throttle-rule.ts'
import { hashSecret } from './tokens.ts'

const ofAccount: Limit = { most: 10, windowMs: 5 * MINUTE_MS }
/**
 * Limits of failures for the networks of an address, from the narrowest to the widest; an IPv4 address has the first limit only.
 */
const ofNetworks: readonly [Limit, Limit, Limit] = [
  { most: 50, windowMs: 5 * MINUTE_MS },
  { most: 100, windowMs: 5 * MINUTE_MS },
  { most: 200, windowMs: 5 * MINUTE_MS },
]
/** Limit of attempts on an account from one of its own networks or browsers. */
const ofPlace: Limit = { most: 100, windowMs: DAY_MS }
/** Limit of wrong codes of a second factor on one account in a day, since there are only a million codes. */
const ofCodesADay: Limit = { most: 50, windowMs: DAY_MS }
/**
 * Limits of wrong codes of displays: per network, per company, and of all together, since there are only millions of codes. A
 * company has a fifth of all, so that a company that guesses keeps no other from setting up its displays.
 */
const ofPairing: Limit = { most: 20, windowMs: 10 * MINUTE_MS }
const ofCompanyPairing: Limit = { most: 40, windowMs: 10 * MINUTE_MS }
const ofAllPairing: Limit = { most: 200, windowMs: 10 * MINUTE_MS }
/** Time (ms) for which a network or browser is one of the account's own after a successful sign-in. */
export const ownForMs = 90 * DAY_MS

/** Kind of attempt. Sign-ins are counted by account and by network, other kinds by network only. */
export type Guessed = 'sign_in' | 'code' | 'reset_request'

/** Origin of an attempt: the network address, and the id of the browser if this installation recognizes it. */
export interface TriedFrom {
  readonly ip: string
  readonly browser: string | undefined
}

/** Secret that an attempt to sign in guesses: the password, or the code of the second factor after the right password. */
type GuessedSecret = 'password' | 'code'

/** Attempt to sign in that is counted; the password or code must be checked only if `isChecked`. */
export interface Attempt {
  /** Wait in ms; 0: the attempt passes. Otherwise only the right password from an own place of the account is accepted. */
  readonly waitMs: number
  /** True when the password or code is to be checked. */
  readonly isChecked: boolean
  /** True for an attempt with which the account exceeds one of its limits; several attempts of a window may do so. */
  readonly isFirstAbove: boolean
  /**
   * Reports a right secret: the attempt is subtracted from all counts, and its network becomes one of the account's own. If it
   * came from a page, so does its browser, and the id of the browser is returned; else undefined.
   */
  succeeded(isFromPage: boolean): Promise<string | undefined>
  /**
   * Reports a right password that is not the whole sign-in: the attempt is subtracted from all counts, and no place becomes one
   * of the account's own.
   */
  passed(): Promise<void>
}

interface KeyedLimit {
  readonly key: Buffer
  readonly limit: Limit
  readonly mark?: Buffer
}

/**
 * Limits guesses over all servers: 10 failures per account and 50 per network within 5 minutes. Attempts are counted when they
 * begin, so that parallel ones all count; a success subtracts its own. From a browser or network of the account's earlier
 * sign-ins the right password always works, up to 100 attempts a day on this account from there.
 */
export class SignInThrottle {
  readonly #database: Database
  readonly #clock: Clock
  readonly #secret: Buffer

  constructor(deps: { database: Database; clock: Clock; browserSecret: Buffer }) {
    this.#database = deps.database
    this.#clock = deps.clock
    this.#secret = deps.browserSecret
  }

  /**
   * Counts an attempt to sign in as `account`, a normalized e-mail of an existing or unknown user, and returns it; throws nothing
   * if a limit is exceeded. Codes have counts of their own for each account, and a daily limit.
   */
  async begin(account: string, { ip, browser }: TriedFrom, guessed: GuessedSecret = 'password'): Promise<Attempt> {
    const now = this.#clock.now()
    const ofOwner =
      guessed === 'code' ? this.#codeLimits(account) : [{ key: this.#accountKey(account), limit: ofAccount }]
    const general: KeyedLimit[] = [...ofOwner, ...this.#networkLimits('network', ip)]
    const places = [this.#networkPlace(account, networkOf(ip))]
    if (browser !== undefined) places.push(this.#browserPlace(account, browser))
    const limits = [...general, ...places]
    const tallies = tallied(limits, now)
    const counted = triedOf(limits, await countAttempt(this.#database, tallies, now))
    return {
      ...decideAttempt(counted.slice(0, general.length), counted.slice(general.length), now),
      isFirstAbove: counted.slice(0, ofOwner.length).some((tried) => isFirstAbove(tried, now)),
      succeeded: async (isFromPage) => {
        const kept = isFromPage ? (browser ?? newBrowser()) : undefined
        const marks = [this.#networkPlace(account, networkOf(ip)).mark]
        if (kept !== undefined) marks.push(this.#browserPlace(account, kept).mark)
        await forgiveAttempt(this.#database, tallies, { keys: marks, until: ownUntil(now) })
        return kept
      },
      passed: () => forgiveAttempt(this.#database, tallies),
    }
  }

  /**
   * Makes a browser one of the account's own without an attempt, as when it gets a session by a code; returns its id, a new one
   * if none is given.
   */
  async know(account: string, browser: string = newBrowser()): Promise<string> {
    const marks = { keys: [this.#browserPlace(account, browser).mark], until: ownUntil(this.#clock.now()) }
    await forgiveAttempt(this.#database, [], marks)
    return browser
  }

  /**
   * Counts a guess by network only; throws `TooMany` if a limit is exceeded. The returned function subtracts the guess again;
   * call it when the guess was right.
   */
  async guess(kind: Exclude<Guessed, 'sign_in'>, ip: string): Promise<() => Promise<void>> {
    return this.#only(this.#networkLimits(kind, ip))
  }

  /**
   * Counts a guess of the code that a browser shows, by network and company, and then in all if these have guesses left; throws
   * `TooMany` if a limit is exceeded. The returned function subtracts the guess again; call it when the guess was right.
   */
  async guessPairing(ip: string, companyId: number): Promise<() => Promise<void>> {
    const backOwn = await this.#only([
      { key: this.#key('pairing', networkOf(ip)), limit: ofPairing },
      { key: this.#key('pairing_company', String(companyId)), limit: ofCompanyPairing },
    ])
    const backAll = await this.#only([{ key: this.#key('pairing'), limit: ofAllPairing }])
    return async () => {
      await backOwn()
      await backAll()
    }
  }

  /**
   * Counts a guess of the password of a signed-in user; throws `TooMany` if the limit is exceeded. The returned function
   * subtracts the guess again.
   */
  async guessOwn(userId: number): Promise<() => Promise<void>> {
    return this.#only([{ key: this.#key('current', String(userId)), limit: ofAccount }])
  }

  /**
   * Counts a guess of a code of the second factor of a signed-in user; throws `TooMany` if a limit is exceeded. The returned
   * function subtracts the guess again.
   */
  async guessOwnCode(account: string): Promise<() => Promise<void>> {
    return this.#only(this.#codeLimits(account))
  }

  /**
   * Deletes the failed passwords of an account, in the transaction in which its owner used a mailed link, and makes the network
   * one of the account's own.
   */
  async clear(tx: Tx, account: string, ip: string): Promise<void> {
    const place = this.#networkPlace(account, networkOf(ip))
    const marks = { keys: [place.mark], until: ownUntil(this.#clock.now()) }
    await clearAttempts(tx, [this.#accountKey(account), place.key], marks)
  }

  /**
   * Counts a guess under each key; throws `TooMany` with the longest wait if a limit is exceeded. The returned function subtracts
   * the guess from all counts.
   */
  async #only(limits: readonly KeyedLimit[]): Promise<() => Promise<void>> {
    const now = this.#clock.now()
    const tallies = tallied(limits, now)
    const counted = triedOf(limits, await countAttempt(this.#database, tallies, now))
    const wait = Math.max(0, ...counted.map((tried) => waitMs(tried, tried.limit, now)))
    if (wait > 0) throw tooMany(wait)
    return () => forgiveAttempt(this.#database, tallies)
  }

  #accountKey(account: string): Buffer {
    return this.#key('account', account)
  }

  #codeLimits(account: string): KeyedLimit[] {
    return [
      { key: this.#key('code_account', account), limit: ofAccount },
      { key: this.#key('code_day', account), limit: ofCodesADay },
    ]
  }

  #networkLimits(kind: string, ip: string): KeyedLimit[] {
    return networksOf(ip).map((network, i) => ({
      key: this.#key(kind, network),
      limit: ofNetworks[i] ?? ofNetworks[2],
    }))
  }

  #networkPlace(account: string, network: string) {
    return { key: this.#key('place', account, network), mark: this.#key('own', account, network), limit: ofPlace }
  }

  #browserPlace(account: string, browser: string) {
    const mark = this.#key('own_browser', account, browser)
    return { key: this.#key('browser', account, browser), mark, limit: ofPlace }
  }

  /** Returns the keyed hash of these words, so that the table reveals neither accounts nor networks. */
  #key(...words: string[]): Buffer {
    return hashSecret(this.#secret, JSON.stringify(['attempt', ...words]))
  }
}

function tallied(limits: readonly KeyedLimit[], now: number): Tally[] {
  return limits.map(({ limit, ...keys }) => ({ ...keys, windowAt: windowOf(now, limit), windowMs: limit.windowMs }))
}

function triedOf(limits: readonly KeyedLimit[], counted: readonly Counted[]): (Tried & { readonly isOwn: boolean })[] {
  return limits.map(({ limit }, i) => {
    const found = counted[i]
    if (!found) throw new Error('An attempt was not counted')
    return { count: found.count, before: found.before, limit, isOwn: found.isMarked }
  })
}

/**
 * Returns the end (epoch ms) of a mark that is set now: 90 days after the start of the day (UTC), so that many sign-ins of one
 * day write it once.
 */
const ownUntil = (now: number) => Math.floor(now / DAY_MS) * DAY_MS + ownForMs

/** Returns the error 429 with the wait as seconds, rounded up. */
export const tooMany = (waitMs: number) => new TooMany('too_many_requests', Math.ceil(waitMs / 1000))
