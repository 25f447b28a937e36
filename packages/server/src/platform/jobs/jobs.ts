import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { asSystem, type Ctx } from '../ctx.ts'
import type { Database } from '../db/index.ts'
import { Unavailable } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { allow } from '../policy.ts'
import type { JobKind } from './kind.ts'
import { type ActorOfJob, perform } from './perform.ts'
import { type Lease, openQueue, type Queue, usualLease } from './queue.ts'
import { insertJob, type JobState, unfinishedJobs, waitingJob } from './store.ts'

export interface JobsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly actorOfJob: ActorOfJob
  readonly listCompanies: () => Promise<readonly { readonly companyId: number }[]>
  readonly settings?: JobsSettings | undefined
}

export interface JobsSettings {
  readonly lease?: Lease
  /** False: this server adds jobs to the queue and leaves the work to others. */
  readonly works?: boolean
}

/** Id of a job and its state at the time of its submission. */
export interface SubmittedJob {
  readonly id: number
  readonly state: JobState
}

/** Wall-clock time in UTC. */
interface TimeOfDay {
  readonly hour: number
  readonly minute: number
}

/**
 * Background jobs of all companies. They are stored in the database and done by any server, so they survive their request and
 * their server.
 */
export interface Jobs {
  /** Registers a kind of job and returns it; throws if its name is registered already. To be called before `start`. */
  define<Args extends object, Prepared>(kind: JobKind<Args, Prepared>): JobKind<Args, Prepared>
  /**
   * Submits a job, which is done if and when the transaction of `ctx` commits. Throws Forbidden if the actor may not do the
   * operation of the kind, and Unavailable if the queue does not open within 8 s.
   */
  submit<Args extends object, Prepared>(ctx: Ctx, kind: JobKind<Args, Prepared>, args: Args): Promise<SubmittedJob>
  /**
   * Submits a job unless a job of this kind is queued in the company. In this case, returns the queued job, without a check of
   * the actor; it will see the present data when it runs.
   */
  submitOnce<Prepared>(ctx: Ctx, kind: JobKind<Record<string, never>, Prepared>): Promise<SubmittedJob>
  /**
   * Schedules a job of this kind in every company once a day, at a wall-clock time in UTC. A company in which such a job is still
   * queued or running gets none. To be called before `start`.
   */
  scheduleDaily<Prepared>(kind: JobKind<Record<string, never>, Prepared>, at: TimeOfDay): void
  /** Opens the queue in the background, and repeats this every second while the database is away. */
  start(): void
  /** Stops taking jobs and waits up to a second for running ones, then puts these back into the queue. */
  stop(): Promise<void>
}

const retryStartMs = 1_000
const stopAtMostMs = 3_000
/** Time (ms) that a submission waits for the queue of a server that has only just started. */
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
    return { id: await put(await openedSoon(this.#opened.promise), ctx, kind, args), state: 'queued' as const }
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
    // If the database is away, opening may never end.
    await Promise.race([stopped, delay(stopAtMostMs, undefined, { ref: false })])
  }

  async #keepOpening(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        return this.#opened.resolve(await this.#open())
      } catch (error) {
        this.#deps.logger.warn({ err: error }, 'The job queue cannot be opened yet')
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
    for (const { companyId } of await this.#deps.listCompanies()) {
      await this.#within(companyId, async (ctx) => {
        // Yesterday's job may still be running, or this may be the second try of the same day.
        if (!(await unfinishedJobs(ctx)).some((job) => job.kind === name)) await put(queue, ctx, kind, {})
      })
    }
  }

  /**
   * Adds tickets for unfinished jobs that have none in the queue, because the queue was created again. Skips jobs of kinds that
   * this server does not know.
   */
  async #putBack(queue: Queue): Promise<void> {
    for (const { companyId } of await this.#deps.listCompanies()) {
      for (const { id: jobId, kind } of await this.#within(companyId, unfinishedJobs)) {
        const to = this.#kinds.get(kind)?.queue
        const ticket = { companyId, jobId }
        if (to === undefined || (await queue.holds(to, ticket))) continue
        await this.#within(companyId, (ctx) => queue.send(ctx.tx, to, ticket))
      }
    }
  }

  #within<T>(companyId: number, work: (ctx: Ctx) => Promise<T>): Promise<T> {
    return asSystem(this.#deps, companyId, work, { pool: 'jobs' })
  }
}

/** Stores a job and its ticket in one transaction, and returns the id of the job. */
async function put(queue: Queue, ctx: Ctx, { name, queue: to }: Pick<JobKind, 'name' | 'queue'>, args: object) {
  const jobId = await insertJob(ctx, { kind: name, args })
  await queue.send(ctx.tx, to, { companyId: ctx.companyId, jobId })
  return jobId
}

/** Returns the queue when it is open; throws Unavailable after 8 s or when the server stops. */
async function openedSoon(opened: Promise<Queue>): Promise<Queue> {
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
