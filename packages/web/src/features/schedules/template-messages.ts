import { templatesQuery } from './queries.ts'

const changes = [templatesQuery.queryKey]

/**
 * Messages for the success and failure of a change of a schedule template, and the keys of the queries that are read again
 * afterwards.
 */
export const savingTemplate = {
  done: 'Schedule template saved',
  failed: 'Error updating schedule template',
  changes,
}

export const creatingTemplate = {
  done: 'Schedule template created',
  failed: 'Error creating schedule template',
  changes,
}

export const deletingTemplate = {
  done: 'Schedule template deleted',
  failed: 'Error deleting schedule template',
  changes,
}
