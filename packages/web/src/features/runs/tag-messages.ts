/** Messages for the success and failure of a change of a tag, and the keys of the queries that are read again afterwards. */
export const tagMessages = {
  done: 'Tag updated successfully',
  failed: 'Error updating tag',
  changes: [['tags']],
} as const
