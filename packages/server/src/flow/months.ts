import { utcMonthOf } from '@millwatch/domain/time'

interface Month {
  readonly key: string
  readonly from: number
  readonly to: number
}

/** Which months of the event log exist, as far as this process knows; the rest are made when first needed. */
export class Months {
  readonly #known: Month[] = []

  /** Months of these instants that are not known to exist. */
  missing(instants: Iterable<number>): Month[] {
    const missing: Month[] = []
    let last: Month | undefined
    for (const at of instants) {
      if (last !== undefined && at >= last.from && at < last.to) continue
      const among = (months: readonly Month[]) => months.find((month) => at >= month.from && at < month.to)
      last = among(this.#known) ?? among(missing)
      if (last !== undefined) continue
      last = utcMonthOf(at)
      missing.push(last)
    }
    return missing
  }

  exist(months: readonly Month[]): void {
    this.#known.push(...months)
  }
}
