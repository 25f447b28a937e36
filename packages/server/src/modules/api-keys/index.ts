export { ApiKeyCache } from './key-cache.ts'
export { apiKeysRoutes } from './routes.ts'
