export { type AddinsDeps, addinsRoutes } from './routes.ts'
