import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Migration {
  readonly number: number
  readonly name: string
  readonly text: string
  /** SHA-256 of the text, independent of the line endings of the checkout. */
  readonly checksum: string
}

export const migrationsFolder = fileURLToPath(new URL('./migrations/', import.meta.url))

const fileName = /^(\d{4})-([a-z0-9-]+)\.sql$/

/**
 * Reads the migrations of this program from their folder, in order. Throws unless each file is named `NNNN-name.sql` and they are
 * numbered 1, 2, 3 without a gap.
 */
export async function readMigrations(folder: string = migrationsFolder): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file, index) => {
      const match = fileName.exec(file)
      if (!match) throw new Error(`A migration is named NNNN-name.sql, not ${file}`)
      const number = Number(match[1])
      if (number !== index + 1) throw new Error(`Migrations are numbered without a gap; ${file} is number ${index + 1}`)
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
      return { number, name: match[2] ?? '', text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
