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
import { insertJob, type JobState, unfinishedJobs } from './store.ts'

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

/** Work that outlives its request, and its server. */
export interface Jobs {
  /** Makes a kind known; before `start`. */
  define<Args extends object, Prepared>(kind: JobKind<Args, Prepared>): JobKind<Args, Prepared>
  /** Has a job done, if and when the transaction of `ctx` commits. */
  submit<Args extends object, Prepared>(ctx: Ctx, kind: JobKind<Args, Prepared>, args: Args): Promise<SubmittedJob>
  /** Has a job done in every company once a day, at a wall-clock time of UTC. Before `start`. */
  scheduleDaily<Prepared>(kind: JobKind<Record<string, never>, Prepared>, at: { hour: number; minute: number }): void
  /** Begins in the background, and goes on trying while the database is away. */
  start(): void
  /** Waits a second for what is under way, and puts it back after that. */
  stop(): Promise<void>
}

const retryStartMs = 1_000
/** How long a submission waits for a server that has only just begun. */
const readyWithinMs = 8_000

export function createJobs(deps: JobsDeps): Jobs {
  const { lease = usualLease, works = true } = deps.settings ?? {}
  const kinds = new Map<string, JobKind>()
  const dailies = new Map<string, { hour: number; minute: number }>()
  const stopping = new AbortController()
  const abandoning = new AbortController()
  const opened = Promise.withResolvers<Queue>()
  opened.promise.catch(() => undefined)
  let starting: Promise<void> = Promise.resolve()

  const within = <T>(companyId: number, work: (ctx: Ctx) => Promise<T>) =>
    deps.database.inCompany(companyId, (tx) => work({ companyId, actor: { kind: 'system' }, tx, clock: deps.clock }), {
      pool: 'jobs',
    })
  const put = async (queue: Queue, ctx: Ctx, kind: JobKind, args: object): Promise<number> => {
    const jobId = await insertJob(ctx, { kind: kind.name, args })
    await queue.send(ctx.tx, kind.lane, { companyId: ctx.companyId, jobId })
    return jobId
  }

  const submitDaily = async (name: string) => {
    const kind = kinds.get(name)
    if (!kind) throw new Error(`This server does not know jobs of kind ${name}`)
    const queue = await opened.promise
    for (const { companyId } of await listCompanies(deps.database)) {
      await within(companyId, async (ctx) => {
        // Yesterday's may still be under way, and this may be the second try of the same day.
        if (!(await unfinishedJobs(ctx)).some((job) => job.kind === name)) await put(queue, ctx, kind, {})
      })
    }
  }

  /** Rows that wait and have no ticket: the queue was made anew, or the data restored. */
  const putBack = async (queue: Queue) => {
    for (const { companyId } of await listCompanies(deps.database)) {
      for (const { id: jobId, kind } of await within(companyId, unfinishedJobs)) {
        const lane = kinds.get(kind)?.lane
        const ticket = { companyId, jobId }
        if (lane === undefined || (await queue.holds(lane, ticket))) continue
        await within(companyId, (ctx) => queue.send(ctx.tx, lane, ticket))
      }
    }
  }

  const open = async (): Promise<Queue> => {
    const queue = await openQueue({
      ...deps,
      lease,
      works,
      perform: ({ ticket, attempt, signal }) =>
        perform(
          { ...deps, kindOf: (name) => kinds.get(name) },
          { ...ticket, attempt, signal: AbortSignal.any([signal, abandoning.signal]) },
        ),
      submitDaily,
    })
    if (works) {
      for (const [name, at] of dailies) await queue.daily(name, at)
      await putBack(queue)
    }
    return queue
  }

  const keepOpening = async () => {
    while (!stopping.signal.aborted) {
      try {
        opened.resolve(await open())
        return
      } catch (error) {
        deps.logger.warn({ err: error }, 'The queue of jobs cannot be opened yet')
        await delay(retryStartMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      }
    }
    opened.reject(new Unavailable())
  }

  return {
    define(kind) {
      if (kinds.has(kind.name)) throw new Error(`There are two kinds of job called ${kind.name}`)
      kinds.set(kind.name, kind as unknown as JobKind)
      return kind
    },
    async submit(ctx, kind, args) {
      if (kind.operation !== undefined) allow(ctx.actor, kind.operation)
      const queue = await soon(opened.promise)
      return { id: await put(queue, ctx, kind as unknown as JobKind, args), state: 'queued' }
    },
    scheduleDaily(kind, at) {
      dailies.set(kind.name, at)
    },
    start() {
      starting = keepOpening()
    },
    async stop() {
      stopping.abort()
      await starting
      const queue = await opened.promise.catch(() => undefined)
      await queue?.stop(() => abandoning.abort())
    },
  }
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
