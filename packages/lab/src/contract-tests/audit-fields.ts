import { listAudit } from '@millwatch/contract/http/audit'
import { auditFieldWords, kindInField, thingsIn } from '@millwatch/domain/audit'
import { companySettings } from '@millwatch/domain/company'
import { deviceSettings } from '@millwatch/domain/devices'
import { equipmentSettings, machineSettings } from '@millwatch/domain/tree'
import type { Stage } from './stage.ts'

/** Words for settings in the forms of machines, devices and companies, by the name of the setting. */
const settings: object = { ...equipmentSettings, ...machineSettings, ...deviceSettings, ...companySettings }

interface Database {
  query<Row>(text: string, values: unknown[]): Promise<{ rows: Row[] }>
}

/** Names of fields with ids that are shown as bare numbers on purpose. */
const onlyNumbers = ['invitationId', 'messageId']

/**
 * Returns true if the page of the audit log would show the ids in a field as bare numbers: the name ends with `Id` or `Ids`, no
 * kind is known for it, and it is neither a setting nor an intended number.
 */
const showsBareIds = (field: string, parent?: string): boolean =>
  /Ids?$/.test(field) &&
  kindInField(field, parent) === undefined &&
  !onlyNumbers.includes(field) &&
  !Object.hasOwn(settings, field)

/**
 * Yields the names of the fields in a value of an audit entry, at any depth, for which the page of the audit log has no words,
 * and `NAME (bare ids)` for those whose ids it shows as bare numbers. A name may come several times.
 */
function* wordless(value: unknown, parent?: string): Generator<string> {
  if (Array.isArray(value)) for (const part of value) yield* wordless(part, parent)
  else if (typeof value === 'object' && value !== null)
    for (const [field, part] of Object.entries(value)) {
      if (auditFieldWords(field, parent) === undefined && !Object.hasOwn(settings, field)) yield field
      if (showsBareIds(field, parent)) yield `${field} (bare ids)`
      yield* wordless(part, field)
    }
}

/**
 * Returns the names of the fields in all audit entries of an operation for which the page of the audit log has no words, and
 * `NAME (bare ids)` for those whose ids it shows as bare numbers. Each comes once; empty if all is named.
 */
export async function fieldsWithoutWords(database: Database, operation: string): Promise<string[]> {
  const { rows } = await database.query<{ before: unknown; after: unknown }>(
    'select before, after from audit_entry where operation = $1',
    [operation],
  )
  return [...new Set(rows.flatMap(({ before, after }) => [...wordless(before), ...wordless(after)]))]
}

/**
 * Returns the objects without a name among the subjects and fields of the newest audit entries of an operation (one page), as
 * kind and id (`org_unit/17`), each once. Objects that are the subject of a `.delete` or `.remove` entry are left out.
 */
export async function thingsWithoutNames({ t }: Stage, token: string, operation: string): Promise<string[]> {
  const { entries } = await t.ask(listAudit, { token, query: { operation } })
  const unnamed = entries.flatMap((entry) => thingsIn(entry).filter((thing) => entry.names[thing] === undefined))
  const isDeleted = async (thing: string) => {
    const about = await t.ask(listAudit, { token, query: { subject: thing, limit: 200 } })
    return about.entries.some((entry) => /\.(delete|remove)$/.test(entry.operation) && entry.subject === thing)
  }
  const things = [...new Set(unnamed)]
  const deleted = await Promise.all(things.map(isDeleted))
  return things.filter((_, index) => !deleted[index])
}
