import { fitFileName } from '@millwatch/domain/reports'
import { dayIn } from './zoned.ts'

const LONGEST_NAME = 120

interface FileOf {
  /** Name of the machine or unit. */
  entity: string
  /**
   * Time that is saved, epoch ms: from `from` up to, but without, `to`. The name of the file has its first and its last day. Both
   * are equal for data of one instant.
   */
  from: number
  to: number
  zone: string
  /** Name of the content, when several kinds of data can be saved. */
  subject?: string
  extension: 'csv' | 'json' | 'png'
}

/**
 * Returns a file name from the name of the machine or unit, the first and the last day and the content: `Mazak 03 2026-11-14
 * 2026-11-21 cycle time.csv`. In the first name, characters that file systems refuse become spaces, and it is cut at 120
 * characters.
 */
export function fileName({ entity, from, to, zone, subject: content, extension }: FileOf): string {
  const name = fitFileName(entity, LONGEST_NAME)
  const lastDay = dayIn(Math.max(from, to - 1), zone)
  const words = [name, dayIn(from, zone), lastDay, content].filter((word) => word !== undefined && word !== '')
  return `${words.join(' ')}.${extension}`
}

/**
 * Saves rows as a file in the browser's downloads, by the extension of `file`: as indented JSON, or as the CSV that `toCsv`
 * returns.
 */
export function saveRows<Row>(
  file: FileOf & { extension: 'csv' | 'json' },
  rows: readonly Row[],
  toCsv: (rows: readonly Row[]) => string,
): void {
  const isCsv = file.extension === 'csv'
  const content = isCsv ? toCsv(rows) : JSON.stringify(rows, null, 2)
  saveFile(fileName(file), new Blob([content], { type: isCsv ? 'text/csv' : 'application/json' }))
}

/** Starts a download of the content at an address of this origin, as a file with this name. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Starts a download of `content` as a file with this name. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  saveFrom(address, name)
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
