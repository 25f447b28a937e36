export { apiKeysModule } from './calls.ts'
export { ApiKeyCache } from './key-cache.ts'
export { standingApiKey } from './store-directory.ts'
export type * from './tables.ts'
