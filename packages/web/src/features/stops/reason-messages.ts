/** Messages about a change of a downtime reason (specification 2, section 8), and the queries that show it. */
export const reasonMessages = {
  done: 'Reason updated',
  doneS: 1,
  failed: 'Error updating reason',
  changes: [['reasons']],
} as const
