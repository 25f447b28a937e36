export { ApiKeyCache } from './key-cache.ts'
export { apiKeysRoutes } from './routes.ts'
export { standingApiKey } from './store-directory.ts'
export type * from './tables.ts'
