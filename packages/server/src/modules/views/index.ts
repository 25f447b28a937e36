export { viewsCalls } from './calls.ts'
export { staleMachines } from './stale.ts'
