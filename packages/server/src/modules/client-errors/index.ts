export { forgetClientErrors } from './client-errors.ts'
export { clientErrorsRoutes } from './routes.ts'
export type * from './tables.ts'
