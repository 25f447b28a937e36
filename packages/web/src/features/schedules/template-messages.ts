import { templatesQuery } from './queries.ts'

const changes = [templatesQuery.queryKey]

/** Messages about a change of a schedule template (specification 2, section 8), and the queries that show it. */
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
