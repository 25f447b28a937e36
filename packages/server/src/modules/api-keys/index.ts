export { apiKeysModule } from './calls.ts'
export { ApiKeyCache } from './key-cache.ts'
export { validApiKey } from './store-directory.ts'
export type * from './tables.ts'
