/** Place of a fault in a backup file: number and offset (bytes) of the frame, and the table if known. */
export interface Place {
  /** Number of the frame, counted from 0. */
  readonly frame: number
  /** Number of bytes of the file before the frame. */
  readonly offset: number
  /** Table whose rows are being read; null before the first table. */
  readonly table: string | null
}

/** Error of a file that is not a backup of this program's format, or is damaged. Its text names the problem and its place. */
export class BrokenBackup extends Error {
  readonly problem: string
  readonly place: Place

  constructor(problem: string, place: Place, cause?: unknown) {
    super(`${problem} (${describePlace(place)})`, cause === undefined ? undefined : { cause })
    this.name = 'BrokenBackup'
    this.problem = problem
    this.place = place
  }
}

function describePlace({ frame, offset, table }: Place): string {
  const rows = table === null ? 'before the first table' : `table ${table}`
  return `frame ${frame}, at byte ${offset.toLocaleString('en')} of the file, ${rows}`
}
