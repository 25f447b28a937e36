import { holdsInstant, type PartitionRange, utcMonthOf } from '@millwatch/domain/time'

/** Function that creates the partition that contains an instant (epoch ms) unless it exists, and returns its range. */
export type MakePartition = (companyId: number, at: number) => Promise<PartitionRange>

/** Cache in this process of the monthly partitions of a log, which creates missing ones when they are first needed. */
export class Months {
  readonly #make: MakePartition
  #known: PartitionRange[] = []

  constructor(make: MakePartition) {
    this.#make = make
  }

  /** Returns one of the instants (epoch ms) for each month whose partition is not cached, the first in the given order. */
  missing(instants: Iterable<number>): number[] {
    const missing: number[] = []
    const seen: PartitionRange[] = []
    let last: PartitionRange | undefined
    for (const at of instants) {
      if (last !== undefined && holdsInstant(last, at)) continue
      const among = (ranges: readonly PartitionRange[]) => ranges.find((range) => holdsInstant(range, at))
      last = among(this.#known) ?? among(seen)
      if (last !== undefined) continue
      last = utcMonthOf(at)
      seen.push(last)
      missing.push(at)
    }
    return missing
  }

  /** Creates the partitions that contain these instants (epoch ms), except those that are cached. */
  async ensure(companyId: number, instants: Iterable<number>): Promise<void> {
    for (const at of this.missing(instants)) {
      if (this.#known.some((range) => holdsInstant(range, at))) continue
      this.#known.push(await this.#make(companyId, at))
    }
  }

  /** Empties the cache, because another process changed the partitions. */
  forget(): void {
    this.#known = []
  }
}

/**
 * Error of a commit whose events need partitions that this process does not know. The caller creates the partitions of `instants`
 * (epoch ms) and repeats the commit.
 */
export class PartitionsMissing extends Error {
  readonly instants: readonly number[]

  constructor(instants: readonly number[]) {
    super('Partitions are missing')
    this.instants = instants
  }
}
