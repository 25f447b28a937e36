export { viewsModule } from './calls.ts'
export { staleMachines } from './stale.ts'
