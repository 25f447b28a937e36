import { listAudit } from '@millwatch/contract/http/audit'
import { auditFieldWords, kindInField, thingsIn } from '@millwatch/domain/audit'
import { companySettings } from '@millwatch/domain/company'
import { deviceSettings } from '@millwatch/domain/devices'
import { equipmentSettings, machineSettings } from '@millwatch/domain/tree'
import type { Stage } from './stage.ts'

/** Settings have the words of their forms. */
const settings: object = { ...equipmentSettings, ...machineSettings, ...deviceSettings, ...companySettings }

interface Database {
  query<Row>(text: string, values: unknown[]): Promise<{ rows: Row[] }>
}

/** Fields whose ids are of things that have only a number. */
const onlyNumbers = ['invitationId', 'messageId']

/** Returns true if the page of the audit log would show the ids in a field as bare numbers. */
const showsBareIds = (field: string, parent?: string): boolean =>
  /Ids?$/.test(field) &&
  kindInField(field, parent) === undefined &&
  !onlyNumbers.includes(field) &&
  !Object.hasOwn(settings, field)

/** Yields the names of fields in a value of an audit entry, at any depth, that the page of the audit log has no words for. */
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
 * Returns the names of the fields in all entries of the audit log about an operation for which the page of the audit
 * log has no words, or no names for its ids, each once.
 */
export async function fieldsWithoutWords(database: Database, operation: string): Promise<string[]> {
  const { rows } = await database.query<{ before: unknown; after: unknown }>(
    'select before, after from audit_entry where operation = $1',
    [operation],
  )
  return [...new Set(rows.flatMap(({ before, after }) => [...wordless(before), ...wordless(after)]))]
}

/**
 * Returns the things without a name in the entries of the audit log about an operation, as kinds and ids (`org_unit/17`), each once.
 * Things that any call deleted are left out.
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
