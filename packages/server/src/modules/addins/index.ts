export { originsOfAddins } from './addins.ts'
export { type AddinsDeps, addinsRoutes } from './routes.ts'
export type * from './tables.ts'
