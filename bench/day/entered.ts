/** Reason that the operator gave to a stop, with the times of that stop as the screen showed them then. */
interface GivenReason {
  /** Start of the stop, a time with seconds as the screen shows it. */
  readonly startedAt: string
  /** End of the stop as the screen shows it; null: the stop was not over. */
  readonly endedAt: string | null
  /** Instant of the entry, epoch s. */
  readonly givenAt: number
  /** Instant (epoch s) at which the entry had reached the server; it is later than `givenAt` if the connection was cut. */
  reachedAt: number
  readonly reason: string
  readonly notes: string | null
}

/** Run that the operator started, with the entries made about it since. */
export interface EnteredRun {
  readonly tag: string
  parts: number
  scrap: number
  hasEnded: boolean
  updates: number
}

/** List of everything that the operator entered in the course of the day. */
export class Entered {
  readonly reasons: GivenReason[] = []
  readonly runs: EnteredRun[] = []

  /** Returns the run that the operator started last. Throws an error if no run was started. */
  get run(): EnteredRun {
    const run = this.runs.at(-1)
    if (run === undefined) throw new Error('No run was started')
    return run
  }

  /** Notes that the reasons from index `first` on reached the server only at `at` (epoch s). */
  reachedOnly(at: number, first: number): void {
    for (const reason of this.reasons.slice(first)) reason.reachedAt = at
  }

  /** Returns, by operation, the number of entries that the audit log must contain. A reason with notes makes two. */
  get audited(): Readonly<Record<string, number>> {
    const sum = (count: (run: EnteredRun) => number): number => this.runs.reduce((all, run) => all + count(run), 0)
    return {
      'status.annotate': this.reasons.reduce((all, { notes }) => all + (notes === null ? 1 : 2), 0),
      'run.start': this.runs.length,
      'run.scrap': sum(({ scrap }) => scrap),
      'run.update': sum(({ updates }) => updates),
      'run.end': sum(({ hasEnded }) => Number(hasEnded)),
    }
  }
}
