export { runsOver } from './queries.ts'
