/**
 * Messages for the success and failure of a change of a downtime reason, and the keys of the queries that are read again
 * afterwards.
 */
export const reasonMessages = {
  done: 'Reason updated',
  doneS: 1,
  failed: 'Error updating reason',
  changes: [['reasons']],
} as const
