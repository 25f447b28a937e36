import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const src = join(import.meta.dirname, '..')

/** Returns the sources of all pages without tests, by their paths from `packages/web/src`: also those that are added later. */
export const pageSources = (): [path: string, text: string][] =>
  globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.*', '**/*.testing.*'] }).map((path) => [
    path,
    readFileSync(join(src, path), 'utf8'),
  ])
