import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { exportCompany } from '../db/export/export-company.ts'
import { companyRecords } from '../platform/directory/index.ts'
import { toIso } from '../platform/http/instants.ts'
import { StartError } from '../platform/start-error.ts'
import type { Operating } from './companies.ts'

/**
 * `millwatch company export ID FILE`: the first line says what it is, then a line per row, the last says how many there
 * were. The file gets its name when it is whole, and is readable by its owner alone.
 */
export async function exportTo({ database, clock }: Operating, companyId: number, file: string): Promise<number> {
  if (existsSync(file)) throw new StartError(`${file} is there already. Give another name, or remove it.`)
  const company = (await companyRecords(database)).find((one) => one.companyId === companyId)
  if (!company) throw new StartError(`There is no company ${companyId}`)
  const part = `${file}.part`
  rmSync(part, { force: true })
  const out = createWriteStream(part, { flags: 'wx', mode: 0o600 })
  const write = async (line: string) => {
    if (!out.write(`${line}\n`)) await new Promise<void>((go, fail) => out.once('drain', go).once('error', fail))
  }
  try {
    const head = { id: companyId, name: company.name }
    await write(JSON.stringify({ export: 'millwatch company', format: 1, company: head, taken_at: toIso(clock.now()) }))
    const { rows } = await exportCompany(database, companyId, write)
    await write(JSON.stringify({ end: true, rows }))
    out.end()
    await finished(out)
    renameSync(part, file)
    return Object.values(rows).reduce((sum, one) => sum + one, 0)
  } catch (error) {
    out.destroy()
    rmSync(part, { force: true })
    throw error
  }
}
