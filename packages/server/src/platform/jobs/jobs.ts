import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Ctx } from '../ctx.ts'
import type { Database } from '../db/index.ts'
import { listCompanies } from '../directory/index.ts'
import { Unavailable } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { allow } from '../policy.ts'
import type { JobKind } from './kind.ts'
import { type AnnounceJob, perform } from './perform.ts'
import { type Lease, openQueue, type Queue, usualLease } from './queue.ts'
import { insertJob, type JobState, unfinishedJobs, waitingJob } from './store.ts'

export interface JobsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly announce: AnnounceJob
  readonly settings?: JobsSettings | undefined
}

export interface JobsSettings {
  readonly lease?: Lease
  /** False: this server puts jobs into the queue and leaves them to others. */
  readonly works?: boolean
}

/** A job as who submitted it is told of it. */
export interface SubmittedJob {
  readonly id: number
  readonly state: JobState
}

/** A wall-clock time of UTC. */
interface TimeOfDay {
  readonly hour: number
  readonly minute: number
}

/** Work that outlives its request, and its server. */
export interface Jobs {
  /** Makes a kind known; before `start`. */
  define<Args extends object, Prepared>(kind: JobKind<Args, Prepared>): JobKind<Args, Prepared>
  /** Has a job done, if and when the transaction of `ctx` commits. */
  submit<Args extends object, Prepared>(ctx: Ctx, kind: JobKind<Args, Prepared>, args: Args): Promise<SubmittedJob>
  /** The same, unless one of this kind waits already in the company: that one is the answer, and will see what there is now. */
  submitOnce<Prepared>(ctx: Ctx, kind: JobKind<Record<string, never>, Prepared>): Promise<SubmittedJob>
  /** Has a job done in every company once a day, at a wall-clock time of UTC. Before `start`. */
  scheduleDaily<Prepared>(kind: JobKind<Record<string, never>, Prepared>, at: TimeOfDay): void
  /** Begins in the background, and goes on trying while the database is away. */
  start(): void
  /** Waits a second for what is under way, and puts it back after that. */
  stop(): Promise<void>
}

const retryStartMs = 1_000
const stopAtMostMs = 3_000
/** How long a submission waits for a server that has only just begun. */
const readyWithinMs = 8_000

export const createJobs = (deps: JobsDeps): Jobs => new ServerJobs(deps)

class ServerJobs implements Jobs {
  readonly #deps: JobsDeps
  readonly #kinds = new Map<string, JobKind>()
  readonly #dailies = new Map<string, TimeOfDay>()
  readonly #stopping = new AbortController()
  readonly #abandoning = new AbortController()
  readonly #opened = Promise.withResolvers<Queue>()
  #starting: Promise<void> | undefined

  constructor(deps: JobsDeps) {
    this.#deps = deps
    this.#opened.promise.catch(() => undefined)
  }

  define<Args extends object, Prepared>(kind: JobKind<Args, Prepared>): JobKind<Args, Prepared> {
    if (this.#kinds.has(kind.name)) throw new Error(`There are two kinds of job called ${kind.name}`)
    this.#kinds.set(kind.name, kind as unknown as JobKind)
    return kind
  }

  async submit<Args extends object, Prepared>(ctx: Ctx, kind: JobKind<Args, Prepared>, args: Args) {
    if (kind.operation !== undefined) allow(ctx.actor, kind.operation)
    return { id: await put(await soon(this.#opened.promise), ctx, kind, args), state: 'queued' as const }
  }

  async submitOnce<Prepared>(ctx: Ctx, kind: JobKind<Record<string, never>, Prepared>) {
    const id = await waitingJob(ctx, kind.name)
    return id === undefined ? this.submit(ctx, kind, {}) : { id, state: 'queued' as const }
  }

  scheduleDaily<Prepared>(kind: JobKind<Record<string, never>, Prepared>, at: TimeOfDay): void {
    this.#dailies.set(kind.name, at)
  }

  start(): void {
    this.#starting ??= this.#keepOpening()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    if (!this.#starting) return
    const stopped = this.#starting
      .then(() => this.#opened.promise)
      .then((queue) => queue.stop(() => this.#abandoning.abort()))
      .catch(() => undefined)
    // A database that is away may keep the opening waiting for ever.
    await Promise.race([stopped, delay(stopAtMostMs, undefined, { ref: false })])
  }

  async #keepOpening(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        return this.#opened.resolve(await this.#open())
      } catch (error) {
        this.#deps.logger.warn({ err: error }, 'The queue of jobs cannot be opened yet')
        await delay(retryStartMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
    this.#opened.reject(new Unavailable())
  }

  async #open(): Promise<Queue> {
    const { lease = usualLease, works = true } = this.#deps.settings ?? {}
    const performing = { ...this.#deps, kindOf: (name: string) => this.#kinds.get(name) }
    const queue = await openQueue({
      ...this.#deps,
      lease,
      works,
      perform: ({ ticket, attempt, signal }) =>
        perform(performing, { ...ticket, attempt, signal: AbortSignal.any([signal, this.#abandoning.signal]) }),
      submitDaily: (name) => this.#submitDaily(name),
    })
    if (!works) return queue
    try {
      for (const [name, at] of this.#dailies) await queue.daily(name, at)
      await this.#putBack(queue)
      return queue
    } catch (error) {
      await queue.stop(() => undefined)
      throw error
    }
  }

  async #submitDaily(name: string): Promise<void> {
    const kind = this.#kinds.get(name)
    if (!kind) throw new Error(`This server does not know jobs of kind ${name}`)
    const queue = await this.#opened.promise
    for (const { companyId } of await listCompanies(this.#deps.database)) {
      await this.#within(companyId, async (ctx) => {
        // Yesterday's may still be under way, and this may be the second try of the same day.
        if (!(await unfinishedJobs(ctx)).some((job) => job.kind === name)) await put(queue, ctx, kind, {})
      })
    }
  }

  /** Rows that wait and have no ticket: the queue was made anew. */
  async #putBack(queue: Queue): Promise<void> {
    for (const { companyId } of await listCompanies(this.#deps.database)) {
      for (const { id: jobId, kind } of await this.#within(companyId, unfinishedJobs)) {
        const to = this.#kinds.get(kind)?.queue
        const ticket = { companyId, jobId }
        if (to === undefined || (await queue.holds(to, ticket))) continue
        await this.#within(companyId, (ctx) => queue.send(ctx.tx, to, ticket))
      }
    }
  }

  #within<T>(companyId: number, work: (ctx: Ctx) => Promise<T>): Promise<T> {
    const { database, clock } = this.#deps
    return database.inCompany(companyId, (tx) => work({ companyId, actor: { kind: 'system' }, tx, clock }), {
      pool: 'jobs',
    })
  }
}

/** The job and its ticket: one transaction. */
async function put(queue: Queue, ctx: Ctx, { name, queue: to }: Pick<JobKind, 'name' | 'queue'>, args: object) {
  const jobId = await insertJob(ctx, { kind: name, args })
  await queue.send(ctx.tx, to, { companyId: ctx.companyId, jobId })
  return jobId
}

/** A server that has only just begun is asked to wait, not turned away. */
async function soon(opened: Promise<Queue>): Promise<Queue> {
  const waiting = new AbortController()
  const late = delay(readyWithinMs, undefined, { ref: false, signal: waiting.signal }).then(() => {
    throw new Unavailable()
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([opened, late])
  } finally {
    waiting.abort()
  }
}
