import { companyRow, companyRows } from '../../platform/db/statements.ts'

export interface TagRow {
  readonly tagId: number
  readonly name: string
  readonly groupId: number | null
  readonly groupName: string | null
  readonly active: boolean
  /** Instant of the deactivation, epoch ms; null: the tag is active. */
  readonly deactivatedAt: number | null
  readonly orgUnitIds: readonly number[]
  readonly equipmentIds: readonly number[]
  readonly createdAt: number
  readonly updatedAt: number
}

const selectTags = `select t.tag_id as "tagId", t.name, t.tag_group_id as "groupId", g.name as "groupName", t.active,
  t.deactivated_at as "deactivatedAt",
  t.org_unit_ids as "orgUnitIds", t.equipment_ids as "equipmentIds", t.created_at as "createdAt", t.updated_at as "updatedAt"
  from tag t left join tag_group g on g.company_id = t.company_id and g.tag_group_id = t.tag_group_id where t.company_id = $1`

/** Returns all tags of the company, inactive ones too, by id. */
export const allTags = companyRows<TagRow>('runs.all_tags', `${selectTags} order by t.tag_id`)

export const tagsByIds = companyRows<TagRow, [ids: readonly number[]]>(
  'runs.tags_by_ids',
  `${selectTags} and t.tag_id = any($2::bigint[])`,
)

export const allTagGroups = companyRows<{ groupId: number; name: string }>(
  'runs.all_tag_groups',
  'select tag_group_id as "groupId", name from tag_group where company_id = $1 order by tag_group_id',
)

export const findTagGroup = companyRow<{ name: string }, [groupId: number]>(
  'runs.tag_group',
  'select name from tag_group where company_id = $1 and tag_group_id = $2',
)
