import type { Clock } from '../clock.ts'
import { TooMany } from '../errors.ts'
import type { TurnLimits } from './limits.ts'
import { Line } from './line.ts'
import { Uses, usedAt } from './use.ts'

const retryAfterS = 2

const keyOf = (companyId: number): string => `c${companyId}`

/**
 * Scheduler of calls, by which no company and no person slows the others. At most `atOnce` calls run at the same time, of one
 * company at most `ofCompany`, or `ofBusyCompany` if it is busy. Next comes the company that had its last turn longest ago, and
 * in it the person who did. All numbers are of this process.
 */
export class FairTurns {
  readonly #clock: Clock
  readonly #limits: TurnLimits
  readonly #uses = new Uses()
  readonly #line = new Line()
  #running = 0
  #turns = 0

  constructor(clock: Clock, limits: TurnLimits) {
    this.#clock = clock
    this.#limits = limits
  }

  /** Number of calls that wait for their turn. */
  get waiting(): number {
    return this.#line.count()
  }

  /**
   * Runs `work` in its turn and returns its result. Throws TooMany (retry after 2 s) without running it if too many calls of its
   * company or principal (`u7`) wait already.
   */
  async run<T>(companyId: number, principal: string, work: () => Promise<T>): Promise<T> {
    const { waitingOfCompany, waitingOfPrincipal } = this.#limits
    const isFull =
      this.#line.count(companyId) >= waitingOfCompany || this.#line.count(companyId, principal) >= waitingOfPrincipal
    if (isFull) throw new TooMany('too_many_requests', retryAfterS)
    await new Promise<void>((begin) => {
      this.#line.push(companyId, principal, begin)
      this.#beginNext()
    })
    const beganAt = this.#clock.monotonicMs()
    try {
      return await work()
    } finally {
      this.#end(companyId, principal, beganAt)
    }
  }

  #end(companyId: number, principal: string, beganAt: number): void {
    const now = this.#clock.monotonicMs()
    this.#running--
    for (const key of [keyOf(companyId), principal]) this.#uses.of(key).running--
    this.#uses.add(keyOf(companyId), now - beganAt, now)
    this.#beginNext()
  }

  /** Begins waiting calls in turn as long as the limits allow. */
  #beginNext(): void {
    while (this.#running < this.#limits.atOnce) {
      const companyId = this.#longestAgo(
        [...this.#line.companies].filter((id) => this.#mayBegin(id)),
        keyOf,
      )
      if (companyId === undefined) return
      const principal = this.#longestAgo([...this.#line.principalsOf(companyId)], String)
      if (principal === undefined) return
      const begin = this.#line.shift(companyId, principal)
      this.#running++
      this.#turns++
      for (const key of [keyOf(companyId), principal]) {
        const use = this.#uses.of(key)
        use.running++
        use.lastTurn = this.#turns
      }
      begin?.()
    }
  }

  /** Returns the candidate that had its last turn longest ago, the first of several; undefined for an empty list. */
  #longestAgo<T>(candidates: readonly T[], keyOfCandidate: (candidate: T) => string): T | undefined {
    const lastTurn = (candidate: T) => this.#uses.of(keyOfCandidate(candidate)).lastTurn
    const [first, ...others] = candidates
    if (first === undefined) return undefined
    return others.reduce((best, candidate) => (lastTurn(candidate) < lastTurn(best) ? candidate : best), first)
  }

  #mayBegin(companyId: number): boolean {
    const use = this.#uses.of(keyOf(companyId))
    const { busyAfterMs, ofCompany, ofBusyCompany } = this.#limits
    return use.running < (usedAt(use, this.#clock.monotonicMs()) > busyAfterMs ? ofBusyCompany : ofCompany)
  }
}
