export { reportsRoutes } from './routes.ts'
export { stopAndRunReports } from './xsfdt-and-runs-routes.ts'
