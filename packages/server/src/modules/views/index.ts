export { type ViewsDeps, viewsRoutes } from './routes.ts'
