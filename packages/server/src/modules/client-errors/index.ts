export { clientErrorsModule } from './calls.ts'
export { forgetClientErrors } from './client-errors.ts'
export type * from './tables.ts'
