export { originsOfAddins } from './addins.ts'
export { addinsModule } from './calls.ts'
export type * from './tables.ts'
