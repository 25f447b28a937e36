import { isEqual } from '@millwatch/domain/audit'
import { groupNameOf, isOfferedOn, isSameGroup } from '@millwatch/domain/tree'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { getEquipment, inNaturalOrder, placedMachines, requireListed } from '../tree/index.ts'
import { allTagGroups, allTags, findTagGroup, type TagRow, tagsByIds } from './queries-tags.ts'
import { changeTag, groupOfName, holdTag, insertTag, renameGroup, type TagChange } from './store-tags.ts'

/**
 * Returns all tags, inactive ones too, in natural order. With a machine, returns only the active tags that may be chosen there:
 * tags limited to the machine or to a unit above it, and tags without such a limit. 404 for an unknown machine.
 */
export async function listTags(ctx: Ctx, equipmentId?: number): Promise<TagRow[]> {
  const tags = inNaturalOrder(await allTags(ctx), (tag) => tag.tagId)
  if (equipmentId === undefined) return tags
  const placed = await placedMachines(ctx, [await getEquipment(ctx, equipmentId)])
  return tags.filter((tag) => tag.active && placed.every((machine) => isOfferedOn(tag, machine)))
}

export interface AskedGroup {
  readonly groupId?: number | null | undefined
  readonly groupName?: string | null | undefined
}

export async function createTag(ctx: Ctx, { name, ...group }: AskedGroup & { name: string }): Promise<TagRow> {
  const groupId =
    typeof group.groupId === 'number' ? await existingGroup(ctx, group.groupId) : await namedGroup(ctx, group.groupName)
  const id = await insertTag(ctx, { name, groupId })
  await recordAudit(ctx, { operation: 'tag.create', subject: `tag/${id}`, after: { name, groupId } })
  await stateFact(ctx, { kind: 'tag.changed', tagId: id })
  return tagOf(ctx, id)
}

export async function updateTag(ctx: Ctx, id: number, requested: Partial<TagChange> & AskedGroup): Promise<TagRow> {
  if (!(await holdTag(ctx, id))) throw new NotFound()
  const before = await tagOf(ctx, id)
  const { groupId, groupName, ...rest } = requested
  await requireListed(ctx, rest, before)
  const previous: TagChange = {
    name: before.name,
    active: before.active,
    orgUnitIds: before.orgUnitIds,
    equipmentIds: before.equipmentIds,
    groupId: before.groupId,
  }
  const group = await groupAsked(ctx, before, { groupId, groupName })
  const change = { ...previous, ...rest, groupId: group.groupId }
  if (isEqual(change, previous) && !group.isRenamed) return before
  await changeTag(ctx, id, change, change.active ? null : (before.deactivatedAt ?? ctx.clock.now()))
  await recordAudit(ctx, {
    operation: 'tag.update',
    subject: `tag/${id}`,
    before: { ...previous, groupName: before.groupName },
    after: { ...change, groupName: groupName ?? undefined },
  })
  await stateFact(ctx, { kind: 'tag.changed', tagId: id })
  return tagOf(ctx, id)
}

async function tagOf(ctx: Ctx, id: number): Promise<TagRow> {
  const [tag] = await tagsByIds(ctx, [id])
  if (tag === undefined) throw new NotFound()
  return tag
}

/**
 * Returns the id of the group that a tag is to be in (null: none), and whether that group was renamed. An id selects that group,
 * and a name with it renames the group; a name alone selects the group of that name, which is created if it is new; null selects
 * none; without both the group stays. 404 for an unknown group, 409 for a name that another group has.
 */
async function groupAsked(ctx: Ctx, { groupId: currentGroupId }: TagRow, { groupId, groupName }: AskedGroup) {
  const same = (id: number | null) => ({ groupId: id, isRenamed: false })
  if (typeof groupId === 'number') {
    await existingGroup(ctx, groupId)
    return typeof groupName === 'string'
      ? { groupId, isRenamed: await renamed(ctx, groupId, groupName) }
      : same(groupId)
  }
  if (typeof groupName === 'string') return same(await namedGroup(ctx, groupName))
  return same(groupId === null || groupName === null ? null : currentGroupId)
}

/** Renames a group; returns false if it has that name already. 409 for a name that another group has. */
async function renamed(ctx: Ctx, groupId: number, typed: string): Promise<boolean> {
  const name = groupNameOf(typed)
  const groups = await allTagGroups(ctx)
  if (groups.some((group) => group.groupId === groupId && group.name === name)) return false
  const isTaken = groups.some((group) => group.groupId !== groupId && isSameGroup(group.name, name))
  if (isTaken || !(await renameGroup(ctx, groupId, name))) throw new Conflict('tag_group_exists')
  return true
}

async function existingGroup(ctx: Ctx, groupId: number): Promise<number> {
  if ((await findTagGroup(ctx, groupId)) === undefined) throw new NotFound()
  return groupId
}

async function namedGroup(ctx: Ctx, name: string | null | undefined): Promise<number | null> {
  if (typeof name !== 'string') return null
  const group = (await allTagGroups(ctx)).find((candidate) => isSameGroup(candidate.name, name))
  return group?.groupId ?? groupOfName(ctx, groupNameOf(name))
}
