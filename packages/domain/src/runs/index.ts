export { isOfRun, partsOf, type RunSpan, runAt } from './runs.ts'
