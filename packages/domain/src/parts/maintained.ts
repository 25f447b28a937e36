/** One maintenance of a part: `at` is its instant, epoch ms. */
export interface PartEvent {
  readonly partId: number
  readonly at: number
  readonly qty: number
}

/** Sums of a part over a period. */
export interface MaintainedPart<Event extends PartEvent> {
  /** Number of maintenance events. */
  readonly count: number
  /** Sum of their quantities. */
  readonly qty: number
  /** The events, oldest first; of equal instants in the order given. */
  readonly events: readonly Event[]
}

const NEVER: MaintainedPart<never> = { count: 0, qty: 0, events: [] }

/** Returns the sums of each of these parts, in their order; events of other parts are left out. */
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
