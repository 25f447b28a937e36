import { existsSync, renameSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { exportCompany } from '../db/export/export-company.ts'
import { companyRecords, peopleOfCompany } from '../modules/identity/index.ts'
import { writingFile } from '../platform/file-faults.ts'
import { toIso } from '../platform/http/instants.ts'
import { StartError } from '../platform/start-error.ts'
import type { Operating } from './companies.ts'

const chunk = 64 * 1024

/**
 * Returns a writer of objects as lines of JSON, which collects 64 KiB before it writes to the file. `flush` writes the collected
 * lines; it must be called at the end.
 */
function lineWriter(handle: FileHandle) {
  let waiting = ''
  const flush = async () => {
    const text = waiting
    waiting = ''
    await handle.appendFile(text)
  }
  const write = async (line: object) => {
    waiting += `${JSON.stringify(line)}\n`
    if (waiting.length >= chunk) await flush()
  }
  return { write, flush }
}

/**
 * Runs `millwatch company export ID FILE` and returns the number of rows. The first line of the file describes the export, then
 * there is a line per row, and the last line has the numbers of rows by table. The file gets its name when it is complete, and
 * only its owner can read it. Throws a start error if the file exists or cannot be written, or there is no such company.
 */
export async function exportTo({ database, clock }: Operating, companyId: number, file: string): Promise<number> {
  if (existsSync(file)) throw new StartError(`${file} is there already. Give another name, or remove it.`)
  const company = (await companyRecords(database)).find((record) => record.companyId === companyId)
  if (!company) throw new StartError(`There is no company ${companyId}`)
  return writingFile(file, () => writeExport({ database, clock }, company, file))
}

async function writeExport(
  { database, clock }: Operating,
  { companyId, name }: { readonly companyId: number; readonly name: string },
  file: string,
): Promise<number> {
  const part = `${file}.part`
  rmSync(part, { force: true })
  const handle = await open(part, 'wx', 0o600)
  try {
    const { write, flush } = lineWriter(handle)
    await write({
      export: 'millwatch company',
      format: 1,
      company: { id: companyId, name },
      taken_at: toIso(clock.now()),
    })
    const rows = await exportCompany(database, companyId, peopleOfCompany, write)
    await write({ end: true, rows })
    await flush()
    await handle.sync()
    renameSync(part, file)
    return Object.values(rows).reduce((sum, count) => sum + count, 0)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}
