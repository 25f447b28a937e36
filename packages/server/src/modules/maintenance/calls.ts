import type { Query } from '@millwatch/contract/endpoint'
import * as calls from '@millwatch/contract/http/maintenance'
import { compareNearness, maintenanceTypeIds, nameFromNotes } from '@millwatch/domain/maintenance'
import { DAY_MS } from '@millwatch/domain/time'
import { type Module, question } from '../../platform/calls/calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { toIsoOrNull } from '../../platform/http/instants.ts'
import {
  completionCount,
  completionSpan,
  completionsOver,
  machinesAsked,
  membersById,
  presentTrip,
} from '../alarms/index.ts'
import { type EquipmentRow, getEquipment } from '../tree/index.ts'
import { type DueMaintenance, dueOf } from './due-maintenance.ts'
import { presentMaintenance, settingsOf } from './present.ts'
import { findMaintenance, maintenanceOver, notesOf } from './queries.ts'

const idsOf = (machines: readonly EquipmentRow[]) => machines.map((machine) => machine.equipmentId)

async function listDue(ctx: Ctx, query: Query<typeof calls.listDueMaintenance>, now: number) {
  const machines = await machinesAsked(ctx, query)
  const rows = await maintenanceOver(ctx, idsOf(machines), maintenanceTypeIds)
  const due = await matching(ctx, await dueOf(ctx, rows, machines, now), query.q)
  const groups = Map.groupBy(due, ({ group }) => group)
  const countOf = (group: DueMaintenance['group']) => groups.get(group)?.length ?? 0
  const shown = nearest(groups, query.limit ?? 200)
  const notes = await notesOf(ctx, alarmIdsOf(shown))
  return {
    counts: { overdue: countOf('overdue'), soon: countOf('soon'), upcoming: countOf('upcoming') },
    machines: new Set(due.map(({ row }) => row.equipmentId)).size,
    maintenance: shown.map((item) => presentMaintenance(item, notes.get(item.row.alarmId) ?? '')),
  }
}

/**
 * Returns the first `limit` items: overdue maintenance before soon before upcoming, within a group the nearest first, then by
 * alarm id. Groups past the limit are not sorted.
 */
function nearest(groups: ReadonlyMap<DueMaintenance['group'], DueMaintenance[]>, limit: number): DueMaintenance[] {
  const found: DueMaintenance[] = []
  for (const name of ['overdue', 'soon', 'upcoming'] as const) {
    if (found.length >= limit) break
    found.push(...(groups.get(name) ?? []).toSorted((a, b) => compareNearness(a, b) || byId(a, b)))
  }
  return found.slice(0, limit)
}

const alarmIdsOf = (due: readonly DueMaintenance[]) => due.map(({ row }) => row.alarmId)

const byId = (a: DueMaintenance, b: DueMaintenance): number => a.row.alarmId - b.row.alarmId

/**
 * Returns the maintenance that has the whole of `text`, in any case of letters, in its notes (first 400 characters), machine name
 * or settings in words. Returns all of it if `text` is blank.
 */
async function matching(ctx: Ctx, due: readonly DueMaintenance[], text = ''): Promise<readonly DueMaintenance[]> {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return due
  const notes = await notesOf(ctx, alarmIdsOf(due))
  return due.filter(({ row, machine }) =>
    [notes.get(row.alarmId) ?? '', machine.name, settingsOf(row)].some((words) => words.toLowerCase().includes(wanted)),
  )
}

async function readOne(ctx: Ctx, alarmId: number, now: number) {
  const row = await findMaintenance(ctx, alarmId, maintenanceTypeIds)
  if (row === undefined) throw new NotFound()
  const [due] = await dueOf(ctx, [row], [await getEquipment(ctx, row.equipmentId)], now)
  if (due === undefined) throw new NotFound()
  const { count, firstAt, latestAt } = await completionSpan(ctx, alarmId)
  const spanMs = (latestAt ?? 0) - (firstAt ?? 0)
  return {
    maintenance: presentMaintenance(due, (await notesOf(ctx, [alarmId])).get(alarmId) ?? ''),
    completions: {
      ...{ count, first_at: toIsoOrNull(firstAt), latest_at: toIsoOrNull(latestAt) },
      usual_days: count < 2 ? null : spanMs / (count - 1) / DAY_MS,
    },
  }
}

async function listCompleted(ctx: Ctx, { limit = 10, offset = 0, ...query }: Query<typeof calls.listCompletions>) {
  const machines = await machinesAsked(ctx, query)
  const ids = idsOf(machines)
  const rows = await completionsOver(ctx, ids, maintenanceTypeIds, { limit, offset })
  const members = await membersById(
    ctx,
    rows.flatMap((row) => row.acknowledgedBy ?? []),
  )
  const names = new Map(machines.map(({ equipmentId, name }) => [equipmentId, name]))
  return {
    page: rows.map((row) => ({
      equipment_id: row.equipmentId,
      equipment: names.get(row.equipmentId) ?? '',
      alarm_type_id: row.alarmTypeId,
      name: nameOf(row.alarmTypeId, row.args),
      completion: presentTrip(row, members),
    })),
    totalCount: await completionCount(ctx, ids, maintenanceTypeIds),
  }
}

/**
 * Returns the name that maintenance had when it was completed, from the arguments of that trip: the first line of its notes, or
 * without notes its settings in words.
 */
function nameOf(alarmTypeId: number, args: Readonly<Record<string, string | number | boolean | null>>): string {
  const limit = Number(args.cycle_count ?? args.runtime_hours ?? args.duration ?? 0)
  const unit = typeof args.duration_unit === 'string' ? (args.duration_unit as 'days') : null
  return nameFromNotes(String(args.notes ?? '')) ?? settingsOf({ alarmTypeId, limit, unit })
}

/** Calls about preventative maintenance, whose alarms belong to the module of alarms. */
export const maintenanceModule: Module = {
  calls: [
    question(calls.listDueMaintenance, (ctx, { query }, { now }) => listDue(ctx, query, now)),
    question(calls.listCompletions, (ctx, { query }) => listCompleted(ctx, query)),
    question(calls.readMaintenance, (ctx, { params }, { now }) => readOne(ctx, params.id, now)),
  ],
}
