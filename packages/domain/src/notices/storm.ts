const windowMs = 60_000
const mostSingle = 5

/** Messages to a person over one channel within the last minute. */
export interface RecentMessages {
  /** Number of notices in them. */
  readonly notices: number
  /** Creation of the earliest of them, epoch ms; null: there are none. */
  readonly since: number | null
  /** True if one of them is a list. */
  readonly hasList: boolean
}

/** Plan for the waiting notices of a person: a message for each, one that lists them all, or none before an instant. */
export type MessagePlan =
  | { readonly form: 'single' }
  | { readonly form: 'list' }
  | { readonly form: 'wait'; readonly until: number }

/**
 * Returns the plan for notices that wait for one person over one channel at `now` (epoch ms). Up to five within a minute
 * are sent one by one. More than five become a list, at most one list per minute; the others wait until the minute is
 * over. `isGathered`: one of them has waited so, and then they become a list too.
 */
export function planMessages(
  waiting: number,
  recent: RecentMessages,
  { isGathered, now }: { readonly isGathered: boolean; readonly now: number },
): MessagePlan {
  const isStorm = waiting + recent.notices > mostSingle
  if (!isStorm) return { form: isGathered && waiting > 1 ? 'list' : 'single' }
  if (waiting > mostSingle && !recent.hasList) return { form: 'list' }
  return { form: 'wait', until: (recent.since ?? now) + windowMs }
}
