export { type Recipient, recipientsOf } from './recipients.ts'
export { demandRosters } from './rosters.ts'
export { groupsRoutes } from './routes.ts'
export { leaveGroups, takePlaces } from './store.ts'
