import { holdsInstant, type PartitionRange, utcMonthOf } from '@millwatch/domain/time'

/** Creates the partition that contains an instant (epoch ms) unless it exists, and returns its range. */
export type MakePartition = (companyId: number, at: number) => Promise<PartitionRange>

/** Remembers which monthly partitions of a log exist, in this process, and creates missing ones when first needed. */
export class Months {
  readonly #make: MakePartition
  #known: PartitionRange[] = []

  constructor(make: MakePartition) {
    this.#make = make
  }

  /** Returns an instant of each month that no known partition holds. */
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

  /** Makes the partitions that hold these instants, where they are not known to exist. */
  async ensure(companyId: number, instants: Iterable<number>): Promise<void> {
    for (const at of this.missing(instants)) {
      if (this.#known.some((range) => holdsInstant(range, at))) continue
      this.#known.push(await this.#make(companyId, at))
    }
  }

  /** Forgets what exists: another process changed it. */
  forget(): void {
    this.#known = []
  }
}

/**
 * Thrown by a commit whose events need partitions that this process does not know. The caller creates those of
 * `instants` (epoch ms) and repeats the commit.
 */
export class PartitionsMissing extends Error {
  readonly instants: readonly number[]

  constructor(instants: readonly number[]) {
    super('Partitions are missing')
    this.instants = instants
  }
}
