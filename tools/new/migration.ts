import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isKebab } from './names.ts'
import { emptyMigration } from './templates.ts'

const FOLDER = 'packages/server/src/db/migrations'

/**
 * Writes the next migration, `NNNN-name.sql`, and returns its path from the root. Throws an error if the name is not in small
 * letters and hyphens.
 */
export function newMigration(root: string, name: string, text: string = emptyMigration(name)): string {
  if (!isKebab(name)) throw new Error(`A migration is named in small letters and hyphens, not ${name || 'nothing'}`)
  const folder = join(root, FOLDER)
  mkdirSync(folder, { recursive: true })
  const numbers = readdirSync(folder).map((file) => Number.parseInt(file, 10) || 0)
  const number = Math.max(0, ...numbers) + 1
  const path = `${FOLDER}/${String(number).padStart(4, '0')}-${name}.sql`
  writeFileSync(join(root, path), text, { flag: 'wx' })
  return path
}
