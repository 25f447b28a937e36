import type { CheckedBatch, Receipt } from '../modules/ingest/index.ts'
import { AppError, Unavailable } from '../platform/errors.ts'

interface Waiting {
  readonly batch: CheckedBatch
  readonly resolve: (receipt: Receipt) => void
  readonly reject: (error: unknown) => void
}

/**
 * Function that commits batches of one company together. It returns for each batch, in the given order, its receipt or the error
 * for its device. Rejects if nothing was committed.
 */
export type Commit = (companyId: number, batches: readonly CheckedBatch[]) => Promise<(Receipt | AppError)[]>

const QUEUES = 2
const MOST_BATCHES = 1000
const MOST_EVENTS = 20_000
/** Limit on waiting events; further batches are refused instead of kept in memory. */
const MOST_WAITING_EVENTS = 400_000

/** Returns the number of events as which a batch counts: one at least, since a batch without events needs memory too. */
const weightOf = ({ eventCount }: CheckedBatch): number => Math.max(1, eventCount)

/**
 * Queues of batches before their commit. Batches of one device always use the same queue. A queue runs one commit at a time and
 * puts the batches of a company that arrived meanwhile into its next one. If a commit fails, its halves are tried separately, so
 * that only the bad batch fails; while the database is away, all fail.
 */
export class CommitQueues {
  readonly #queues: CommitQueue[]
  #waitingEvents = 0

  constructor(commit: Commit) {
    this.#queues = Array.from(
      { length: QUEUES },
      () => new CommitQueue(commit, (events) => (this.#waitingEvents -= events)),
    )
  }

  /** True while more than 200,000 events wait for their commit, half of the limit. */
  get isBehind(): boolean {
    return this.#waitingEvents > MOST_WAITING_EVENTS / 2
  }

  /** Number of events that wait for their commit; a batch without events counts as one. */
  get waitingEvents(): number {
    return this.#waitingEvents
  }

  /**
   * Adds a batch to its queue, and resolves to its receipt after the commit. Rejects with `backlog` while 400,000 events wait,
   * and with the error of the commit.
   */
  submit(companyId: number, batch: CheckedBatch): Promise<Receipt> {
    if (this.#waitingEvents >= MOST_WAITING_EVENTS) return Promise.reject(new Unavailable(undefined, 'backlog'))
    this.#waitingEvents += weightOf(batch)
    const queue = this.#queues[batch.deviceId % QUEUES] as CommitQueue
    return new Promise((resolve, reject) => queue.add(companyId, { batch, resolve, reject }))
  }

  /** Resolves when no batch is waiting or being committed. */
  async drained(): Promise<void> {
    await Promise.all(this.#queues.map((queue) => queue.running))
  }
}

class CommitQueue {
  /** Waiting batches of each company; the company at the front is committed next. */
  readonly #byCompany = new Map<number, Waiting[]>()
  readonly #commit: Commit
  readonly #done: (events: number) => void
  running: Promise<void> = Promise.resolve()
  #busy = false

  constructor(commit: Commit, done: (events: number) => void) {
    this.#commit = commit
    this.#done = done
  }

  add(companyId: number, waiting: Waiting): void {
    const queue = this.#byCompany.get(companyId)
    if (queue === undefined) this.#byCompany.set(companyId, [waiting])
    else queue.push(waiting)
    if (this.#busy) return
    this.#busy = true
    // Deferred, so that batches that arrive in the same turn of the event loop share the commit.
    this.running = new Promise(setImmediate).then(() => this.#run())
  }

  async #run(): Promise<void> {
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      await this.#commitTogether(next.companyId, next.group)
      this.#done(next.group.reduce((sum, { batch }) => sum + weightOf(batch), 0))
    }
    this.#busy = false
  }

  #take(): { companyId: number; group: Waiting[] } | undefined {
    for (const [companyId, queue] of this.#byCompany) {
      let count = 0
      for (let events = 0; count < queue.length && count < MOST_BATCHES; count++) {
        events += queue[count]?.batch.eventCount ?? 0
        if (count > 0 && events > MOST_EVENTS) break
      }
      const group = queue.splice(0, count)
      this.#byCompany.delete(companyId)
      // Moved to the end of the line, so that a busy company does not delay the others.
      if (queue.length > 0) this.#byCompany.set(companyId, queue)
      return { companyId, group }
    }
    return undefined
  }

  /**
   * Commits a group of batches and settles each. If the commit fails, its halves are tried separately, down to single batches, so
   * that one bad batch does not block the others. If the database is unavailable, all batches fail at once.
   */
  async #commitTogether(companyId: number, group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#commit(
        companyId,
        group.map(({ batch }) => batch),
      )
      for (const [i, { resolve, reject }] of group.entries()) {
        const outcome = outcomes[i]
        if (outcome instanceof AppError) reject(outcome)
        else resolve(outcome as Receipt)
      }
    } catch (error) {
      if (group.length === 1 || error instanceof Unavailable) {
        for (const { reject } of group) reject(error)
        return
      }
      const half = group.length >> 1
      await this.#commitTogether(companyId, group.slice(0, half))
      await this.#commitTogether(companyId, group.slice(half))
    }
  }
}
