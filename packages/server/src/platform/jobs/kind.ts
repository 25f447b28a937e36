import type { Operation } from '@millwatch/contract/calls/all'
import type { Ctx } from '../ctx.ts'

/** Data of a running job that the functions of its kind receive. */
export interface RunningJob {
  readonly id: number
  /** User who submitted it; null: an API key or Millwatch itself did. */
  readonly userId: number | null
  /** 1 for the first attempt; more after a worker died or the database was away. */
  readonly attempt: number
}

/**
 * Input of `prepare`, the work of a job before its transaction. This work may take long and use transactions of its own, but must
 * have no effect that others can see.
 */
export interface Preparing<Args> extends RunningJob {
  readonly companyId: number
  readonly args: Args
  /** Aborted when the server stops or the lease is lost; the prepared result is not used then. */
  readonly signal: AbortSignal
}

/**
 * Definition of one kind of job. Its effect and its end are one transaction, so it is applied once or not at all,
 * however often workers die.
 */
export interface JobKind<Args extends object = object, Prepared = unknown> {
  readonly name: string
  /**
   * Operation that the submitter must still be allowed to do when the job runs. Absent: no operation is checked, as for jobs that
   * Millwatch itself submits.
   */
  readonly operation?: Operation
  /** `quick` for jobs that a person waits for (minutes at most), `long` for jobs that may take hours. */
  readonly queue: QueueName
  /**
   * Reads and computes everything that takes long, before the transaction of `run`, which gets the result. It runs again when
   * another worker continues the job.
   */
  prepare?(job: Preparing<Args>): Promise<Prepared>
  /**
   * Applies the job, in the transaction that also ends it, and returns the result to store. Throws `JobFailed` with a text for
   * people if the job cannot be done.
   */
  run(ctx: Ctx, args: Args, job: RunningJob, prepared: Prepared): Promise<object | null>
  /**
   * Runs in the transaction that ends the job, with or without success. It releases everything that the submission had reserved.
   */
  ended?(ctx: Ctx, args: Args, jobId: number): Promise<void>
}

export type QueueName = 'quick' | 'long'

/** Error of a job that cannot be done: the job ends as failed, and nothing of it is applied. People see its text. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed'
}
