import { type PlannedPart, partQty } from '../../features/alarms/draft.ts'
import type { ListedAlarm } from '../../features/alarms/queries.ts'

/** Part of a completion as typed. */
export interface PartOfCompletion extends PlannedPart {
  readonly partId: number
  /** True: it is left out this time. */
  readonly skip: boolean
}

/** Returns the parts that belong to maintenance, those left out by its default (`skip`) included and marked. */
export const entriesOf = ({ config }: Pick<ListedAlarm, 'config'>): readonly PartOfCompletion[] =>
  config.critical_parts.map(({ id, action, qty, skip = false }) => ({ partId: id, action, qty: String(qty), skip }))

/** Returns the reason why the parts cannot be stored; undefined: they can. */
export const partsFault = (parts: readonly PartOfCompletion[]): string | undefined =>
  parts.some((part) => !part.skip && partQty(part) === undefined)
    ? 'The quantity of a part is a whole number from 1 to 1,000,000'
    : undefined
