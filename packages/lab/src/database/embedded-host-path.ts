import { fileURLToPath } from 'node:url'

/** Path of the program that runs the embedded database as a separate process, without a server. */
export const embeddedHost = fileURLToPath(new URL('./embedded-host.ts', import.meta.url))
