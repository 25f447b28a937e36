import type { Run } from '@millwatch/contract/http/runs'
import type { Tag } from '@millwatch/contract/http/runs-tags'
import type { Static } from 'typebox'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import type { RunRow } from './queries.ts'
import type { TagRow } from './queries-tags.ts'

export function presentRun(run: RunRow): Static<typeof Run> {
  return {
    id: run.runId,
    equipment_id: run.equipmentId,
    started_at: toIso(run.startedAt),
    ended_at: toIsoOrNull(run.endedAt),
    ended_by_count: run.endedByCount,
    created_at: toIso(run.createdAt),
    updated_at: toIso(run.updatedAt),
    tag_ids: run.tags.map((tag) => tag.id),
    tags: [...run.tags],
    cycles_total: run.cyclesTotal,
    cycles_current: run.cyclesCurrent,
    parts_per_cycle: run.partsPerCycle,
    allow_overrun: run.allowOverrun,
    notify_roster_ids: [...run.notifyRosterIds],
    scrap_qty: run.scrapQty,
  }
}

export function presentTag(tag: TagRow): Static<typeof Tag> {
  return {
    id: tag.tagId,
    name: tag.name,
    group_name: tag.groupName,
    cycle_tag_group_id: tag.groupId,
    active: tag.active,
    deactivated_at: toIsoOrNull(tag.deactivatedAt),
    created_at: toIso(tag.createdAt),
    updated_at: toIso(tag.updatedAt),
    org_unit_ids: [...tag.orgUnitIds],
    equipment_ids: [...tag.equipmentIds],
  }
}
