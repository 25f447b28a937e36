import { camelCase } from './field-words.ts'

/** Kinds of objects that the audit log shows by their names; a kind is written as in the subject of an audit entry. */
export const namedKinds = [
  'addin',
  'alarm',
  'alarm_type',
  'api_key',
  'category',
  'company',
  'device',
  'equipment',
  'kiosk',
  'manufacturer',
  'model',
  'org_unit',
  'part',
  'part_history',
  'reason',
  'roster',
  'run',
  'schedule_template',
  'tag',
  'tag_group',
  'user',
  'webhook',
] as const
export type NamedKind = (typeof namedKinds)[number]

/**
 * Kind of the objects whose ids a field of an audit entry contains, by the name of the field in the singular. A field with a list
 * of ids has the plural, such as `userIds`.
 */
const kindsOfFields: Readonly<Record<string, NamedKind>> = {
  alarmTypeId: 'alarm_type',
  categoryId: 'category',
  criticalPartId: 'part',
  defaultCompanyId: 'company',
  equipmentId: 'equipment',
  groupId: 'tag_group',
  manufacturerId: 'manufacturer',
  modelId: 'model',
  notifyRosterId: 'roster',
  orgUnitId: 'org_unit',
  parentId: 'org_unit',
  parentOrgUnitId: 'org_unit',
  partId: 'part',
  reasonId: 'reason',
  reportOrgUnitId: 'org_unit',
  rosterId: 'roster',
  statusReasonId: 'reason',
  tagId: 'tag',
  userId: 'user',
}

/**
 * Returns the kind of the objects whose ids a field of an audit entry contains (`userId`, `user_ids`, or `id` in a list of
 * `criticalParts`). Returns undefined for a field that contains no ids, or ids of objects without names.
 */
export function kindInField(field: string, parent?: string): NamedKind | undefined {
  if (field === 'id') return parent === 'criticalParts' ? 'part' : undefined
  const name = camelCase(field).replace(/Ids$/, 'Id')
  return Object.hasOwn(kindsOfFields, name) ? kindsOfFields[name] : undefined
}

interface AboutThings {
  /** Kind and id of the changed object: `org_unit/17`. Some entries have only a kind, or a part of the object after its id. */
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
}

/**
 * Returns the objects of an audit entry as kinds and ids (`org_unit/17`), each once: its subject, then the objects whose ids its
 * fields contain before and after. Objects of a kind that has no names, and ids that are not whole numbers above 0, are left out.
 */
export function thingsIn({ subject, before, after }: AboutThings): string[] {
  const [kind, id = ''] = subject.split('/')
  const isNamed = namedKinds.some((named) => named === kind) && /^[1-9]\d{0,14}$/.test(id)
  return [...new Set([...(isNamed ? [`${kind}/${id}`] : []), ...thingsInside(before), ...thingsInside(after)])]
}

function* thingsInside(value: unknown, field = '', parent?: string): Generator<string> {
  if (typeof value === 'number') {
    const kind = kindInField(field, parent)
    if (kind !== undefined && Number.isSafeInteger(value) && value > 0) yield `${kind}/${value}`
  } else if (Array.isArray(value)) {
    for (const part of value) yield* thingsInside(part, field, parent)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) yield* thingsInside(part, name, field)
  }
}
