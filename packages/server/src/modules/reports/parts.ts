import type { Answer } from '@millwatch/contract/endpoint'
import type { partsOfOrgUnit } from '@millwatch/contract/http/reports-parts'
import type { UnplacedPart } from '@millwatch/contract/http/reports-status'
import type { Range } from '@millwatch/domain/time'
import type { Static } from 'typebox'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import {
  lastMaintained,
  partHistoryBetween,
  partsByIds,
  partsInOrder,
  partsOnMachines,
  partsWithoutStop,
} from '../parts/index.ts'
import { idsOf, type MachinesUnder } from './machines.ts'

/**
 * Returns the work on critical parts of machines in a period, latest first, with the parts that are set up for them now or were
 * maintained in the period, by number. `last_maintained_at` is the latest work on these machines before the end of the period;
 * null: none.
 */
export async function partsReport(
  ctx: Ctx,
  { machines }: MachinesUnder,
  { from, to }: Range,
  now: number,
): Promise<Omit<Answer<typeof partsOfOrgUnit>, 'status'>> {
  const ids = idsOf(machines)
  const rows = await partHistoryBetween(ctx, ids, from, to)
  const used = await partsOnMachines(ctx, machines)
  const usedIds = new Set(used.map((part) => part.partId))
  const others = [...new Set(rows.map((row) => row.partId))].filter((id) => !usedIds.has(id))
  const parts = partsInOrder([...used, ...(others.length === 0 ? [] : await partsByIds(ctx, others))])
  const last = new Map((await lastMaintained(ctx, ids, to)).map((row) => [row.partId, row.maintainedAt]))
  return {
    history: rows.map((row) => ({
      id: row.historyId,
      critical_part_id: row.partId,
      equipment_id: row.equipmentId,
      action_base: row.action,
      qty: row.qty,
      created_at: toIso(row.createdAt),
      during_stop: row.from !== null,
      alarm_id: row.alarmId,
    })),
    parts: parts.map((part) => ({
      id: part.partId,
      number: part.number,
      description: part.description,
      url: part.url,
      deleted_at: toIsoOrNull(part.deletedAt),
      last_maintained_at: toIsoOrNull(last.get(part.partId) ?? null),
    })),
    equipment: Object.fromEntries(machines.map((machine) => [machine.equipmentId, machine.name])),
    period: { startDate: toIso(from), endDate: toIso(to) },
    as_of: toIso(now),
  }
}

/** Returns the work on parts of a machine in a period that was written on stops which no longer exist, oldest first. */
export async function unplacedParts(
  ctx: Ctx,
  equipmentId: number,
  period: Range,
): Promise<Static<typeof UnplacedPart>[]> {
  const rows = await partsWithoutStop(ctx, equipmentId, period)
  if (rows.length === 0) return []
  const parts = await partsByIds(ctx, [...new Set(rows.map((row) => row.partId))])
  const numbers = new Map(parts.map((part) => [part.partId, part.number]))
  return rows.map((row) => ({
    id: row.historyId,
    critical_part_id: row.partId,
    number: numbers.get(row.partId) ?? '',
    action_base: row.action,
    qty: row.qty,
    started_at: toIso(row.from),
    ended_at: toIso(row.to),
  }))
}
