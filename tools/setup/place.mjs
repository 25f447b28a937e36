import { fileURLToPath } from 'node:url'

/** The root of the clone, wherever setup was called from. */
export const root = fileURLToPath(new URL('../../', import.meta.url))
