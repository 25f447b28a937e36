import type { EquipmentTile } from '@millwatch/contract/shapes/pages'
import { ancestorsOf, type SettingsFrom, settingsAt, type Tree, timeZoneOf } from '@millwatch/domain/tree'
import { type Figures, utilPct } from '@millwatch/domain/utilization'
import type { Static } from 'typebox'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { type DeviceOnMachine, devicesOnMachines } from '../devices/index.ts'
import { accountsOf, type DeviceAccount } from '../ingest/index.ts'
import { activeRuns, type RunRow } from '../runs/index.ts'
import { type ShiftLock, scheduledAt, shiftLocks } from '../shifts/index.ts'
import { currentStatuses, type StatusRow } from '../status/index.ts'
import { type Latest, latestOf } from '../telemetry/index.ts'
import type { EquipmentRow, OrgUnitRow } from '../tree/index.ts'
import { excessiveSince } from './excessive.ts'

/** All that is known of some machines as of now, each part read at once for all of them. */
export interface Known {
  readonly now: number
  readonly seesMoney: boolean
  readonly tree: Tree<OrgUnitRow>
  readonly histories: ReadonlyMap<number, readonly SettingsFrom[]>
  readonly statuses: ReadonlyMap<number, StatusRow>
  readonly latest: ReadonlyMap<number, Latest>
  readonly devices: ReadonlyMap<number, readonly DeviceOnMachine[]>
  readonly accounts: ReadonlyMap<number, DeviceAccount>
  readonly runs: ReadonlyMap<number, RunRow>
  /** Machines that their shift history schedules now, whether or not it counts. */
  readonly scheduled: ReadonlySet<number>
  /** Since when machines stand in an excessive stop. */
  readonly excessiveSince: ReadonlyMap<number, number>
  readonly locks: ReadonlyMap<number, ShiftLock>
}

/** What is given: read for the answer already. */
type Given = Pick<Known, 'now' | 'seesMoney' | 'tree' | 'histories'>

export async function knowMachines(ctx: Ctx, equipmentIds: readonly number[], given: Given): Promise<Known> {
  const [owned, standing, latest, runs, scheduled, locks] = await Promise.all([
    devicesAndAccounts(ctx, equipmentIds),
    statusesAndStops(ctx, equipmentIds, given),
    latestOf(ctx, equipmentIds),
    activeRuns(ctx, equipmentIds),
    scheduledAt(ctx, equipmentIds, given.now),
    shiftLocks(ctx, equipmentIds),
  ])
  return { ...given, ...owned, ...standing, latest, runs, scheduled, locks }
}

async function devicesAndAccounts(ctx: Ctx, equipmentIds: readonly number[]) {
  const devices = await devicesOnMachines(ctx, equipmentIds)
  const deviceIds = [...devices.values()].flat().map((one) => one.device_id)
  return { devices, accounts: await accountsOf(ctx, deviceIds) }
}

async function statusesAndStops(ctx: Ctx, equipmentIds: readonly number[], { histories, now }: Given) {
  const statuses = await currentStatuses(ctx, equipmentIds)
  return { statuses, excessiveSince: await excessiveSince(ctx, statuses, histories, now) }
}

/** A machine as its tile shows it, with its figures of the page's period. */
export function presentTile(machine: EquipmentRow, figures: Figures, known: Known): Static<typeof EquipmentTile> {
  const { equipment_id: id, name, active, parent_org_unit_id } = machine
  const { tree } = known
  const settings = settingsAt(known.histories.get(id) ?? [], known.now)
  const primary = known.devices.get(id)?.find((device) => device.is_primary)
  const parent = tree.units.get(parent_org_unit_id)
  const ancestors = parent ? [parent, ...ancestorsOf(tree, parent.id)] : []
  return {
    id,
    name,
    route: `/e/${id}`,
    active,
    archived: !active,
    parent_org_unit_id,
    ancestors: ancestors.map((unit) => ({ id: unit.id, name: unit.name })),
    actual_timezone: timeZoneOf(tree, parent_org_unit_id),
    device_uuid: primary?.device_uuid ?? null,
    current_status: presentStatus(known.statuses.get(id)),
    last_ping_at: toIsoOrNull((primary && known.accounts.get(primary.device_id)?.last_contact_at) ?? null),
    ...latestOnTile(known.latest.get(id)),
    currently_scheduled: isCounted(machine, known) && known.scheduled.has(id),
    current_run: presentRun(known.runs.get(id)),
    ...presentExcessive(known.excessiveSince.get(id)),
    excessive_downtime_enabled: settings.excessiveDowntimeEnabled,
    excessive_downtime_threshold: settings.excessiveDowntimeThresholdMs / 1000,
    util_excluded: settings.utilExcluded,
    ...presentUtilization(figures),
    total_cycle_count: figures.cycles,
    ...(known.seesMoney ? { total_part_count: figures.parts } : {}),
    ...presentLock(known.locks.get(id)),
  }
}

/** Whether shift history counts of a machine now: not while it is archived, nor before it was ever heard of. */
export function isCounted({ equipment_id: id, active }: EquipmentRow, known: Known): boolean {
  return active && known.statuses.has(id)
}

export function presentStatus(row: StatusRow | undefined): Static<typeof EquipmentTile>['current_status'] {
  return row === undefined ? null : { status: row.status_id, started_at: toIso(row.started_at) }
}

export function presentUtilization(figures: Figures) {
  const { effectiveRunMs, scheduledMs } = figures
  return {
    util_pct: utilPct(figures),
    current_utilization: scheduledMs === 0 ? null : effectiveRunMs / scheduledMs,
    util_s: effectiveRunMs / 1000,
    util_s_available: scheduledMs / 1000,
  }
}

export function latestOnTile(latest: Latest | undefined) {
  const cycle = latest?.cycle ?? null
  const reading = latest?.reading ?? null
  return {
    latest_cycle: cycle && {
      occurred_at: toIso(cycle.at),
      data: {
        cycle_time: cycle.cycleMs === null ? null : cycle.cycleMs / 1000,
        temperature_1: cycle.temperature1,
        analog_in_1: cycle.analogIn1,
      },
    },
    latest_tlm_data: reading && {
      occurred_at: toIso(reading.at),
      temperature_1: reading.temperature1,
      analog_in_1: reading.analogIn1,
    },
  }
}

function presentRun(run: RunRow | undefined): Static<typeof EquipmentTile>['current_run'] {
  if (run === undefined) return null
  return {
    id: run.runId,
    tags: run.tags.map(({ id, name }) => ({ id, name })),
    cycles_total: run.cyclesTotal,
    cycles_current: run.cyclesCurrent,
    parts_per_cycle: run.partsPerCycle,
    allow_overrun: run.allowOverrun,
    notify_roster_ids: [...run.notifyRosterIds],
    scrap_qty: run.scrapQty,
    started_at: toIso(run.startedAt),
  }
}

function presentExcessive(since: number | undefined) {
  return { in_excessive_downtime: since !== undefined, in_excessive_downtime_since: toIsoOrNull(since ?? null) }
}

function presentLock(lock: ShiftLock | undefined) {
  return { shift_mgmt_locked_at: toIsoOrNull(lock?.lockedAt ?? null), shift_mgmt_locked_by: lock?.jobId ?? null }
}
