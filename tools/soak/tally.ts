import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { PieceFigures, SoakOptions } from './piece.ts'

/** Piece of the run with its results. `verify` and `backupCheck` cover all data that is stored by its end. */
export interface TallyPiece extends Omit<PieceFigures, 'sent'> {
  readonly when: string
  readonly commit: string
  readonly options: SoakOptions
  /**
   * Numbers of the messages of this piece: acknowledged (`sent`), stored, acknowledged but not stored (`lost`), and stored again
   * (`twice`).
   */
  readonly messages: {
    readonly sent: number
    readonly stored: number
    readonly lost: number
    readonly twice: number
  }
  readonly verify: 'clean' | 'findings'
  /** Outcome of `backup check` for the newest backup; absent if there is none. */
  readonly backupCheck?: 'good' | 'bad'
}

/** Adds a piece to the file of the pieces, which is replaced in a single step. The file is created if it does not exist. */
export function addPiece(path: string, piece: TallyPiece): void {
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as TallyPiece[]) : []
  writeFileSync(`${path}.new`, `${JSON.stringify([...before, piece], null, 2)}\n`)
  renameSync(`${path}.new`, path)
}
