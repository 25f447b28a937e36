const windowMs = 60_000
const mostSingle = 5

/** Messages to a person over one channel within the last minute. */
export interface RecentMessages {
  /** Number of notices in these messages. */
  readonly notices: number
  /** Creation (epoch ms) of the earliest of these messages; null: there are none. */
  readonly since: number | null
  /** True if one of these messages is a list. */
  readonly hasList: boolean
}

/** Plan for the waiting notices of a person: a message for each, one that lists them all, or none before an instant. */
export type MessagePlan =
  | { readonly form: 'single' }
  | { readonly form: 'list' }
  | { readonly form: 'wait'; readonly until: number }

/**
 * Returns the plan for `waiting` notices to one person over one channel at `now` (epoch ms). Up to five notices within a minute,
 * sent ones included, are sent one by one, or as one list if there are several, one of them has waited before (`isGathered`) and
 * no list was sent within the minute. Above that, more than five waiting notices become a list, at most one list per minute.
 * Otherwise all wait until a minute after the earliest recent message.
 */
export function planMessages(
  waiting: number,
  recent: RecentMessages,
  { isGathered, now }: { readonly isGathered: boolean; readonly now: number },
): MessagePlan {
  const isStorm = waiting + recent.notices > mostSingle
  if (!isStorm) return { form: isGathered && waiting > 1 && !recent.hasList ? 'list' : 'single' }
  if (waiting > mostSingle && !recent.hasList) return { form: 'list' }
  return { form: 'wait', until: (recent.since ?? now) + windowMs }
}
