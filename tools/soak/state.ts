import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Company, foundCompany, type MadeMachine, signIn } from '@millwatch/lab/product/company'
import type { Product } from '@millwatch/lab/product/product'
import type { PieceTotals } from './totals.ts'

const MACHINES_IN_HALL = 100

/**
 * Note for the next run in the same folder: sign-in and places of the company, its machines, and the numbers of pieces and faults
 * so far.
 */
interface Note {
  readonly username: string
  readonly password: string
  readonly halls: readonly number[]
  readonly machines: readonly MadeMachine[]
  pieces: number
  faults: number
}

/** Folder of the run with the installation, its backups, the note, and the totals of the devices for each piece. */
export class SoakFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
    // The user of the database has to reach the data folder.
    for (const folder of [path, this.backups]) {
      mkdirSync(folder, { recursive: true })
      chmodSync(folder, 0o711)
    }
  }

  get backups(): string {
    return join(this.path, 'backups')
  }

  get note(): Note | undefined {
    return readJson<Note>(this.#noteFile)
  }

  write(note: Note): void {
    writeJson(this.#noteFile, note)
  }

  /** Totals of the devices for each piece that ended, ordered by piece. A piece that was killed has none. */
  get sent(): PieceTotals[] {
    return readdirSync(this.path)
      .filter((name) => /^piece-\d+\.json$/.test(name))
      .map((name) => readJson<PieceTotals>(join(this.path, name)) as PieceTotals)
      .sort((a, b) => a.piece - b.piece)
  }

  addSent(totals: PieceTotals): void {
    writeJson(join(this.path, `piece-${totals.piece}.json`), totals)
  }

  get #noteFile(): string {
    return join(this.path, 'note.json')
  }
}

function readJson<Value>(path: string): Value | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Value) : undefined
}

/**
 * Writes a value as JSON to a file in a single step, so that a killed run never leaves half of it. Only the owner can read the
 * file, because it contains keys.
 */
function writeJson(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/**
 * Signs in to the company of a running installation; the first time it creates the company with halls of 100 machines, and the
 * note. Throws an error if the note has another number of machines than `devices`.
 */
export async function openPlant(
  product: Product,
  folder: SoakFolder,
  devices: number,
): Promise<{ company: Company; note: Note }> {
  const { note } = folder
  if (note !== undefined) {
    if (note.machines.length === devices)
      return { company: await signIn(product.url, note.username, note.password), note }
    throw new Error(`The run in ${folder.path} has ${note.machines.length} devices. Give --folder a new one.`)
  }
  const company = await foundCompany(product)
  const halls: number[] = []
  for (let n = 1; n <= Math.ceil(devices / MACHINES_IN_HALL); n++) halls.push(await company.unit(`Hall ${n}`))
  const machines = await company.machines(devices, (n) => halls[Math.floor(n / MACHINES_IN_HALL)])
  const { username, password } = company
  const made = { username, password, halls, machines, pieces: 0, faults: 0 }
  folder.write(made)
  return { company, note: made }
}
