/** Use of the server's turns by one company, or by one person. */
export interface Use {
  /** Number of calls that run now. */
  running: number
  /** Number of the last turn that this company or person began; 0: none yet. */
  lastTurn: number
  /** Time that the turns took (ms), reduced by half every five seconds, at `countedAt` (monotonic ms). */
  usedMs: number
  countedAt: number
}

const halfLifeMs = 5000
const mostRemembered = 20_000

/**
 * Returns the used time (ms) at `now` (monotonic ms): `usedMs`, reduced exponentially by half in every five seconds since
 * `countedAt`.
 */
export const usedAt = ({ usedMs, countedAt }: Use, now: number): number =>
  usedMs * 0.5 ** ((now - countedAt) / halfLifeMs)

/**
 * Use of each company or person, by key. At 20,000 keys, the entries without a running call are deleted before a new one is
 * added.
 */
export class Uses {
  readonly #uses = new Map<string, Use>()

  of(key: string): Use {
    const present = this.#uses.get(key)
    if (present !== undefined) return present
    if (this.#uses.size >= mostRemembered) this.#forget()
    const use: Use = { running: 0, lastTurn: 0, usedMs: 0, countedAt: 0 }
    this.#uses.set(key, use)
    return use
  }

  /** Adds the time (ms) that a turn took to the used time of a key, at `now` (monotonic ms). */
  add(key: string, tookMs: number, now: number): void {
    const use = this.of(key)
    use.usedMs = usedAt(use, now) + tookMs
    use.countedAt = now
  }

  #forget(): void {
    for (const [key, { running }] of this.#uses) if (running === 0) this.#uses.delete(key)
  }
}
