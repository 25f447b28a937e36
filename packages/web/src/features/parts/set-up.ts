import { linkOf } from '@millwatch/domain/parts'
import type { CriticalPart } from './queries.ts'

/** Entries of the form for a critical part, with the ids of the lists that say on which machines it is used. */
export interface PartDraft {
  readonly number: string
  readonly description: string
  readonly url: string
  readonly orgUnitIds: readonly number[]
  readonly equipmentIds: readonly number[]
  readonly categoryIds: readonly number[]
  readonly manufacturerIds: readonly number[]
  readonly modelIds: readonly number[]
}

export const draftOf = (part: CriticalPart): PartDraft => ({
  number: part.number,
  description: part.description,
  url: part.url ?? '',
  orgUnitIds: part.org_unit_ids,
  equipmentIds: part.equipment_ids,
  categoryIds: part.category_ids,
  manufacturerIds: part.manufacturer_ids,
  modelIds: part.model_ids,
})

const wireNames = {
  number: 'number',
  description: 'description',
  url: 'url',
  orgUnitIds: 'org_unit_ids',
  equipmentIds: 'equipment_ids',
  categoryIds: 'category_ids',
  manufacturerIds: 'manufacturer_ids',
  modelIds: 'model_ids',
} as const satisfies Record<keyof PartDraft, string>

/** Returns the changed entries under the names of the API; a blank link becomes null. */
export const attrsOf = (changes: Partial<PartDraft>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      wireNames[name as keyof PartDraft],
      name === 'url' && String(value).trim() === '' ? null : value,
    ]),
  )

/**
 * Returns the message why a part cannot be saved: its number is blank, or its link is not blank and no http or https address.
 * Undefined if it can.
 */
export function partFault({ number, url }: Pick<PartDraft, 'number' | 'url'>): string | undefined {
  if (number.trim() === '') return 'Type a number first'
  return linkOf(url) === undefined ? 'A link begins with http:// or https://' : undefined
}

const lists = [
  ['org_unit_ids', 'unit', 'units'],
  ['equipment_ids', 'machine', 'machines'],
  ['category_ids', 'category', 'categories'],
  ['manufacturer_ids', 'manufacturer', 'manufacturers'],
  ['model_ids', 'model', 'models'],
] as const

/**
 * Returns the numbers of units, machines, categories, manufacturers and models on which a part is used: `2 units, 1 model`. Empty
 * lists are left out; a part without any entry gives `All machines`.
 */
export function usedOn(part: CriticalPart): string {
  const texts = lists.flatMap(([list, singular, plural]) => {
    const count = part[list].length
    return count === 0 ? [] : `${count} ${count === 1 ? singular : plural}`
  })
  return texts.length === 0 ? 'All machines' : texts.join(', ')
}
