import { fileURLToPath } from 'node:url'

/** Path of the program that runs the embedded database alone, as a separate process. */
export const embeddedHost = fileURLToPath(new URL('./embedded-host.ts', import.meta.url))
