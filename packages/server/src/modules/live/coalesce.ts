import type { Hint } from './hint.ts'

/**
 * Returns one hint for two hints about one machine: the later value of each kind stays, numbers of cycles are added, and two
 * different alarms become null (several). Without an earlier hint it returns the later one. Changes neither of them.
 */
export function merged(earlier: Hint | undefined, later: Hint): Hint {
  if (!earlier) return later
  const both: Hint = { ...earlier, ...later }
  if (earlier.a !== undefined && later.a !== undefined && earlier.a !== later.a) both.a = null
  if (earlier.y && later.y) {
    const [count, , , , , , restated] = earlier.y
    const [more, ...latest] = later.y
    const [occurredAt, cycleMs, temperature1, analogIn1, isStartup, restatedNow] = latest
    both.y = [count + more, occurredAt, cycleMs, temperature1, analogIn1, isStartup, restated === 1 ? 1 : restatedNow]
  }
  return both
}

/**
 * Collects hints about the machines of one company, merged by machine, and passes them to `flush` at most once per interval. Two
 * calls of `flush` never run at once; if one fails, its hints are lost.
 */
export class Coalescer {
  readonly #everyMs: number
  readonly #flush: (hints: ReadonlyMap<number, Hint>) => Promise<void>
  #pending = new Map<number, Hint>()
  #timer: NodeJS.Timeout | undefined
  #isFlushing = false

  /** Creates a coalescer. `flush` is called at most once per `everyMs` (ms), and only after the call before has ended. */
  constructor(everyMs: number, flush: (hints: ReadonlyMap<number, Hint>) => Promise<void>) {
    this.#everyMs = everyMs
    this.#flush = flush
  }

  add(equipmentId: number, hint: Hint): void {
    this.#pending.set(equipmentId, merged(this.#pending.get(equipmentId), hint))
  }

  /**
   * Passes on the collected hints: at once after a pause, else at the end of the interval or of the running `flush`. Does nothing
   * without hints. Call it when all hints of one moment are added.
   */
  ready(): void {
    if (this.#timer !== undefined || this.#isFlushing || this.#pending.size === 0) return
    const hints = this.#pending
    this.#pending = new Map()
    this.#isFlushing = true
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.ready()
    }, this.#everyMs)
    const goOn = () => {
      this.#isFlushing = false
      this.ready()
    }
    this.#flush(hints).then(goOn, goOn)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#pending.clear()
  }
}
