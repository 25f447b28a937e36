import type { PartScope } from '@millwatch/domain/parts'
import { companyRows } from '../../platform/db/statements.ts'

/** Fields of a part that people enter. */
export interface PartFields extends PartScope {
  readonly number: string
  readonly description: string
  readonly url: string | null
}

export interface PartRow extends PartFields {
  readonly partId: number
  readonly createdAt: number
  /** Instant at which the part was removed, epoch ms; null: it is in use. */
  readonly deletedAt: number | null
}

const selectParts = `select critical_part_id as "partId", number, description, url, org_unit_ids, equipment_ids, category_ids,
  manufacturer_ids, model_ids, created_at, deleted_at from critical_part where company_id = $1`

/** Returns all parts of the company, removed ones too, by id. */
export const allParts = companyRows<PartRow>('parts.all', `${selectParts} order by critical_part_id`)

/** Returns all parts in use, by id. */
export const partsInUse = companyRows<PartRow>(
  'parts.in_use',
  `${selectParts} and deleted_at is null order by critical_part_id`,
)

/** Returns parts by their ids, removed ones too, by id; omits unknown ones. */
export const partsByIds = companyRows<PartRow, [ids: readonly number[]]>(
  'parts.by_ids',
  `${selectParts} and critical_part_id = any($2::bigint[]) order by critical_part_id`,
)
