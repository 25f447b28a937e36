import { type PlannedPart, partQty } from '../../features/alarms/draft.ts'
import type { ListedAlarm } from '../../features/alarms/queries.ts'

/** Part of a completion as a person typed it. */
export interface PartOfCompletion extends PlannedPart {
  readonly partId: number
  /** True if the part is left out of this completion. */
  readonly skip: boolean
}

/**
 * Returns the planned parts of a maintenance, each with its quantity as text. Those that it leaves out by default are included
 * with `skip` true.
 */
export const entriesOf = ({ config }: Pick<ListedAlarm, 'config'>): readonly PartOfCompletion[] =>
  config.critical_parts.map(({ id, action, qty, skip = false }) => ({ partId: id, action, qty: String(qty), skip }))

/**
 * Returns a message if a part that is not left out (`skip`) has a quantity that is not a whole number from 1 to 1,000,000;
 * undefined if there is no such part.
 */
export const partsFault = (parts: readonly PartOfCompletion[]): string | undefined =>
  parts.some((part) => !part.skip && partQty(part) === undefined)
    ? 'The quantity of a part is a whole number from 1 to 1,000,000'
    : undefined
