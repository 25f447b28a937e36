/** A reason that the operator gave to the stop that the screen showed with this start. */
interface GivenReason {
  /** Time with seconds, as the screen shows it. */
  readonly startedAt: string
  /** End of the stop as the screen shows it; null: it went on. */
  readonly endedAt: string | null
  /** Instant of the entry, epoch s. */
  readonly givenAt: number
  /** Instant by which the entry had reached the server, epoch s; it is later than the entry if the line was cut. */
  reachedAt: number
  readonly reason: string
  readonly notes: string | null
}

/** A run that the operator started, with what was entered about it since. */
export interface EnteredRun {
  readonly tag: string
  parts: number
  scrap: number
  hasEnded: boolean
  updates: number
}

/** Everything that the operator entered in the course of the day. */
export class Entered {
  readonly reasons: GivenReason[] = []
  readonly runs: EnteredRun[] = []

  /** The run that the operator started last. */
  get run(): EnteredRun {
    const run = this.runs.at(-1)
    if (run === undefined) throw new Error('No run was started')
    return run
  }

  /** States that the reasons from this one on had reached the server only at this instant (epoch s). */
  reachedOnly(at: number, first: number): void {
    for (const reason of this.reasons.slice(first)) reason.reachedAt = at
  }

  /** Returns how many entries of each operation the audit log must have. */
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
