import type { PartHistory } from '@millwatch/contract/http/parts'
import type { Part, PartOfStop } from '@millwatch/contract/shapes/part'
import type { Static } from 'typebox'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import type { PartRow } from './queries.ts'
import type { PartHistoryRow } from './queries-history.ts'

export const presentPart = (part: PartRow): Static<typeof Part> => ({
  id: part.partId,
  number: part.number,
  description: part.description,
  url: part.url,
  org_unit_ids: [...part.orgUnitIds],
  equipment_ids: [...part.equipmentIds],
  category_ids: [...part.categoryIds],
  manufacturer_ids: [...part.manufacturerIds],
  model_ids: [...part.modelIds],
  created_at: toIso(part.createdAt),
  deleted_at: toIsoOrNull(part.deletedAt),
})

export const presentPartHistory = (row: PartHistoryRow): Static<typeof PartHistory> => ({
  id: row.historyId,
  critical_part_id: row.partId,
  equipment_id: row.equipmentId,
  action_base: row.action,
  qty: row.qty,
  created_at: toIso(row.createdAt),
})

export const presentPartOfStop = (row: PartHistoryRow): Static<typeof PartOfStop> => ({
  id: row.partId,
  history_id: row.historyId,
  action: row.action,
  qty: row.qty,
  user_id: row.writtenBy,
})
