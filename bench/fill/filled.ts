import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Company, type MadeMachine, signIn } from '@millwatch/lab/product/company'
import { Product } from '@millwatch/lab/product/product'
import { root } from '../../tools/setup/place.mjs'
import type { FillPlan } from './plan.ts'

/** Folder of the filled installation, which is kept between runs: that in `MILLWATCH_BENCH`, else `bench/data`. */
export const folder = process.env.MILLWATCH_BENCH ?? join(root, 'bench', 'data')
const noteFile = join(folder, 'filled.json')

/**
 * Description of a filled installation: its plan, machines and owner. It is stored as a file beside the data of the installation.
 */
export interface FilledNote {
  readonly plan: FillPlan
  readonly username: string
  readonly password: string
  readonly machines: readonly MadeMachine[]
  /** Id of the site that gives its zone and schedule to the machines. */
  readonly siteId: number
  /** End of the history of the installation, epoch ms. */
  readonly endsAt: number
  readonly events: number
}

export function readNote(): FilledNote | undefined {
  return existsSync(noteFile) ? (JSON.parse(readFileSync(noteFile, 'utf8')) as FilledNote) : undefined
}

export function writeNote(note: FilledNote): void {
  writeFileSync(noteFile, `${JSON.stringify(note)}\n`, { mode: 0o600 })
}

/**
 * Deletes `folder` (that in `MILLWATCH_BENCH`, else `bench/data`) with all its content, and creates it empty for a new
 * installation. An unprivileged database process may pass through it.
 */
export function clearFolder(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
}

export interface Filled extends FilledNote {
  readonly product: Product
  readonly company: Company
}

/** Starts the filled installation and signs in. Throws an error that names the command to run if there is none. */
export async function openFilled(say: (line: string) => void): Promise<Filled> {
  const note = readNote()
  if (note === undefined) throw new Error('This row needs the large installation: run `npm run bench:fill` first')
  const product = await Product.make({ folder })
  say(`Starting Millwatch on ${folder}`)
  await product.start()
  return { ...note, product, company: await signIn(product.url, note.username, note.password) }
}
