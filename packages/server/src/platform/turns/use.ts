/** Use of the server's turns by one company, or by one person. */
export interface Use {
  /** Questions that run now. */
  running: number
  /** Number of the turn that it began last; 0: none yet. */
  lastTurn: number
  /** Time that its turns took (ms), as of `countedAt` (monotonic ms); half of it is forgotten every five seconds. */
  usedMs: number
  countedAt: number
}

const halfLifeMs = 5000
const mostRemembered = 20_000

/**
 * Returns the used time (ms) that still counts at `now` (monotonic ms): `usedMs`, falling evenly to its half in every five
 * seconds since `countedAt`.
 */
export const usedAt = ({ usedMs, countedAt }: Use, now: number): number =>
  usedMs * 0.5 ** ((now - countedAt) / halfLifeMs)

/** The use of each company or person, by key. When it has 20,000 keys, it forgets those that run nothing now. */
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

  /** Adds the time that a turn took. */
  add(key: string, tookMs: number, now: number): void {
    const use = this.of(key)
    use.usedMs = usedAt(use, now) + tookMs
    use.countedAt = now
  }

  #forget(): void {
    for (const [key, { running }] of this.#uses) if (running === 0) this.#uses.delete(key)
  }
}
