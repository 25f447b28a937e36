import { auditFieldWords } from '@millwatch/domain/audit'
import { companySettings } from '@millwatch/domain/company'
import { deviceSettings } from '@millwatch/domain/devices'
import { equipmentSettings, machineSettings } from '@millwatch/domain/tree'

/** Settings have the words of their forms. */
const settings: object = { ...equipmentSettings, ...machineSettings, ...deviceSettings, ...companySettings }

interface Database {
  query<Row>(text: string, values: unknown[]): Promise<{ rows: Row[] }>
}

/** Yields the names of fields in a value of an audit entry, at any depth, that the page of the audit log has no words for. */
function* wordless(value: unknown, parent?: string): Generator<string> {
  if (Array.isArray(value)) for (const part of value) yield* wordless(part, parent)
  else if (typeof value === 'object' && value !== null)
    for (const [field, part] of Object.entries(value)) {
      if (auditFieldWords(field, parent) === undefined && !Object.hasOwn(settings, field)) yield field
      yield* wordless(part, field)
    }
}

/**
 * Returns the names of the fields in all entries of the audit log about an operation for which the page of the audit
 * log has no words, each once.
 */
export async function fieldsWithoutWords(database: Database, operation: string): Promise<string[]> {
  const { rows } = await database.query<{ before: unknown; after: unknown }>(
    'select before, after from audit_entry where operation = $1',
    [operation],
  )
  return [...new Set(rows.flatMap(({ before, after }) => [...wordless(before), ...wordless(after)]))]
}
