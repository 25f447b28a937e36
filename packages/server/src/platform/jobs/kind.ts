import type { Ctx } from '../ctx.ts'
import type { Operation } from '../policy.ts'

/** What a job is told about itself. */
export interface RunningJob {
  readonly id: number
  /** Who submitted it; null for the program itself. */
  readonly userId: number | null
  /** 1 the first time; more where a worker died or the database was away. */
  readonly attempt: number
}

/** Work before the transaction: its own transactions, its own time, nothing that others can see. */
export interface Preparing<Args> extends RunningJob {
  readonly companyId: number
  readonly args: Args
  /** Aborted when the server stops or the lease is lost: what was prepared will not be used. */
  readonly signal: AbortSignal
}

/**
 * One kind of job. Its effect and its end are one transaction: it is applied once, or not at all, however often workers
 * die on the way.
 */
export interface JobKind<Args extends object = object, Prepared = unknown> {
  readonly name: string
  /** The right that whoever submitted it must have when it is applied, too; left out: jobs of the program itself. */
  readonly operation?: Operation
  /** `quick` for what a person waits for (minutes at most); `long` for what may take hours. */
  readonly queue: QueueName
  /** Reads and reckons what takes long, before the transaction of `run`. Done again when the job is taken up again. */
  prepare?(job: Preparing<Args>): Promise<Prepared>
  /** Applies it. What it answers is the job's result. Throws `JobFailed` with the text to show. */
  run(ctx: Ctx, args: Args, job: RunningJob, prepared: Prepared): Promise<object | null>
  /** In the transaction that ends it, whichever way: gives back what was taken when it was submitted. */
  ended?(ctx: Ctx, args: Args, jobId: number): Promise<void>
}

export type QueueName = 'quick' | 'long'

/** The job cannot be done; nothing of it was. The text is for people. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed'
}
