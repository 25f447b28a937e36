import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { PieceFigures, SoakOptions } from './piece.ts'

/** A piece of the run with its results. `verify` and `backupCheck` cover all data that is stored by then. */
export interface TallyPiece extends Omit<PieceFigures, 'sent'> {
  readonly when: string
  readonly commit: string
  readonly options: SoakOptions
  /** Messages of this piece: acknowledged, stored, not stored although acknowledged, and stored more than once. */
  readonly messages: {
    readonly sent: number
    readonly stored: number
    readonly lost: number
    readonly twice: number
  }
  readonly verify: 'clean' | 'findings'
  /** Outcome of `backup check` of the newest backup; absent: there was none. */
  readonly backupCheck?: 'good' | 'bad'
}

/** Adds a piece to the file of the pieces, in one step. */
export function addPiece(path: string, piece: TallyPiece): void {
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as TallyPiece[]) : []
  writeFileSync(`${path}.new`, `${JSON.stringify([...before, piece], null, 2)}\n`)
  renameSync(`${path}.new`, path)
}
