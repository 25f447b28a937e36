export {
  LEAST_PART_QTY,
  MOST_PART_QTY,
  maintenanceText,
  NEW_PART_ACTION,
  type PartAction,
  partActions,
  pastOfAction,
} from './actions.ts'
export { linkOf, MOST_LINK_LENGTH } from './link.ts'
export { type MaintainedPart, maintainedParts, type PartEvent } from './maintained.ts'
export { EVERYWHERE, type PartScope } from './scope.ts'
