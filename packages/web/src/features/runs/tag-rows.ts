import type { Answer } from '@millwatch/contract/endpoint'
import type { listTags } from '@millwatch/contract/http/runs-tags'
import { byNaturalOrder } from '@millwatch/domain/tree'

export type Tag = Answer<typeof listTags>['tags'][number]

/** Heading of the tags that are in no group. */
export const NO_GROUP = 'No group'

/**
 * Group of tags with the number of its tags; `id` null: the tags without a group. `tagId` is the id of one of its tags, by which
 * the API renames the group.
 */
export interface TagGroup {
  readonly id: number | null
  readonly name: string
  readonly count: number
  readonly tagId: number
}

/** Row of a list of tags: the heading of a group, or a tag. */
export type TagRow = { readonly kind: 'group'; readonly group: TagGroup } | { readonly kind: 'tag'; readonly tag: Tag }

/**
 * Returns the tags whose name or group contains a text, in upper or lower case, in the given order; all tags for a blank text.
 */
export function foundTags(tags: readonly Tag[], text: string): readonly Tag[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return tags
  return tags.filter(({ name, group_name }) => `${name}\n${group_name ?? ''}`.toLowerCase().includes(wanted))
}

/**
 * Returns the groups of tags with their tags, sorted by name; the tags without a group are the last. Tags keep their order, and
 * groups without tags are left out.
 */
export function groupsOfTags(tags: readonly Tag[]): readonly (TagGroup & { readonly tags: readonly Tag[] })[] {
  return [...Map.groupBy(tags, (tag) => tag.cycle_tag_group_id)]
    .flatMap(([id, grouped]) => {
      const [first] = grouped
      const name = (id === null ? null : first?.group_name) ?? NO_GROUP
      return first === undefined ? [] : [{ id, name, count: grouped.length, tagId: first.id, tags: grouped }]
    })
    .toSorted((a, b) => Number(a.id === null) - Number(b.id === null) || byNaturalOrder(a.name, b.name))
}

/**
 * Returns the rows of a list of tags: the heading of each group, then its tags sorted by name. If no tag has a group, there are
 * no headings.
 */
export function rowsOfTags(tags: readonly Tag[]): TagRow[] {
  const groups = groupsOfTags(tags)
  const hasGroups = groups.some(({ id }) => id !== null)
  return groups.flatMap(({ tags: grouped, ...group }) => [
    ...(hasGroups ? [{ kind: 'group' as const, group }] : []),
    ...grouped.toSorted((a, b) => byNaturalOrder(a.name, b.name)).map((tag) => ({ kind: 'tag' as const, tag })),
  ])
}

/** Returns the tags sorted by the date of their deactivation, the latest first. */
export const lastDeactivated = (tags: readonly Tag[]): Tag[] =>
  tags.toSorted((a, b) => (b.deactivated_at ?? '').localeCompare(a.deactivated_at ?? ''))

/** Entries of the form for a tag, with the ids of the units and machines that offer it. */
export interface TagEntry {
  readonly name: string
  /** Name of the group; blank: the tag is in no group. */
  readonly group: string
  readonly orgUnitIds: readonly number[]
  readonly equipmentIds: readonly number[]
}

export const entryOfTag = ({ name, group_name, org_unit_ids, equipment_ids }: Tag): TagEntry => ({
  name,
  group: group_name ?? '',
  orgUnitIds: org_unit_ids,
  equipmentIds: equipment_ids,
})

/**
 * Returns the changed entries of a tag under the names of the API; a blank group becomes null. The server makes a group with a
 * new name.
 */
export const bodyOfTag = ({ name, group, orgUnitIds, equipmentIds }: Partial<TagEntry>) => ({
  ...(name !== undefined && { name: name.trim() }),
  ...(group !== undefined && { groupName: group.trim() === '' ? null : group.trim() }),
  ...(orgUnitIds !== undefined && { org_unit_ids: [...orgUnitIds] }),
  ...(equipmentIds !== undefined && { equipment_ids: [...equipmentIds] }),
})

/**
 * Returns the names of the units and machines that offer a tag, joined by commas; `All machines` if there are none. `names` has
 * them by `o` or `e` followed by the id; a missing unit or machine is named as gone or archived.
 */
export function offeredOn({ org_unit_ids, equipment_ids }: Tag, names: ReadonlyMap<string, string>): string {
  const all = [
    ...org_unit_ids.map((id) => names.get(`o${id}`) ?? 'a unit that is gone'),
    ...equipment_ids.map((id) => names.get(`e${id}`) ?? 'an archived machine'),
  ]
  return all.length === 0 ? 'All machines' : all.join(', ')
}
