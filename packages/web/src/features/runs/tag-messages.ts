/** Messages about a change of a tag (specification 2, section 8), and the queries that show it. */
export const tagMessages = {
  done: 'Tag updated successfully',
  failed: 'Error updating tag',
  changes: [['tags']],
} as const
