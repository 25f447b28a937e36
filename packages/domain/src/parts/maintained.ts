/** One maintenance of a part: `at` is its instant, epoch ms. */
export interface PartEvent {
  readonly partId: number
  readonly at: number
  readonly qty: number
}

/** Maintenance of one part in a period: the number of events, the sum of their quantities, and the events. */
export interface MaintainedPart<Event extends PartEvent> {
  /** Number of maintenance events. */
  readonly count: number
  /** Sum of the quantities of the events. */
  readonly qty: number
  /** The events, oldest first; of equal instants in the order given. */
  readonly events: readonly Event[]
}

const NEVER: MaintainedPart<never> = { count: 0, qty: 0, events: [] }

/**
 * Returns the maintenance of each of these parts, in the order of `partIds`: zeros and no events for a part without events.
 * Events of other parts are left out.
 */
export function maintainedParts<Event extends PartEvent>(
  partIds: readonly number[],
  events: readonly Event[],
): MaintainedPart<Event>[] {
  const byPart = Map.groupBy(events, (event) => event.partId)
  return partIds.map((id) => {
    const ofPart = byPart.get(id)
    if (ofPart === undefined) return NEVER
    return {
      count: ofPart.length,
      qty: ofPart.reduce((sum, event) => sum + event.qty, 0),
      events: ofPart.toSorted((a, b) => a.at - b.at),
    }
  })
}
