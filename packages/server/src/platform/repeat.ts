/** Work that is done again and again, never twice at once. */
export interface Repetition {
  /** Does the work after all that was requested before; resolves or rejects with it. */
  now(): Promise<void>
  /** Requests the work, unless a request waits that has not begun yet. */
  soon(): void
  /** Ends the repetition. Resolves when what was requested before has ended, and never rejects. */
  stop(): Promise<void>
}

interface RepeatSettings {
  /** Interval (ms). A turn is left out while the work of an earlier one goes on. */
  readonly everyMs: number
  /** Time (ms) until the first turn; `everyMs` if absent. */
  readonly firstMs?: number
  /** Gets each error of the work, except those of `now`. */
  readonly failed: (error: unknown) => void
}

/** Starts to do the work every `everyMs` ms, until `stop`. */
export function repeat(work: () => Promise<unknown>, { everyMs, firstMs, failed }: RepeatSettings): Repetition {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let isBusy = false
  const begin = async () => {
    waiting -= 1
    isBusy = true
    try {
      await work()
    } finally {
      isBusy = false
    }
  }
  const now = () => {
    waiting += 1
    const turn = last.then(begin)
    last = turn.catch(() => undefined)
    return turn
  }
  const soon = () => {
    if (waiting === 0) now().catch(failed)
  }
  const tick = () => {
    if (!isBusy) soon()
  }
  const first = firstMs === undefined ? undefined : setTimeout(tick, firstMs)
  const timer = setInterval(tick, everyMs)
  return {
    now,
    soon,
    async stop() {
      clearTimeout(first)
      clearInterval(timer)
      await last
    },
  }
}
