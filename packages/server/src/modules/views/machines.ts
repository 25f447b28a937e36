import type { EquipmentTile } from '@millwatch/contract/shapes/pages'
import { ancestorsOf, type SettingsFrom, settingsAt, type Tree, targetPctOf, timeZoneOf } from '@millwatch/domain/tree'
import { type Figures, utilPct } from '@millwatch/domain/utilization'
import type { Static } from 'typebox'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { type DeviceOnMachine, devicesOnMachines } from '../devices/index.ts'
import { accountsOf, type DeviceAccount } from '../ingest/index.ts'
import { activeRuns, type RunRow } from '../runs/index.ts'
import { type ScheduledNow, type ShiftLock, scheduledAt, shiftLocks } from '../shifts/index.ts'
import { currentStatuses, type StatusRow } from '../status/index.ts'
import { type Latest, latestOf } from '../telemetry/index.ts'
import { type EquipmentRow, type OrgUnitRow, presentTileSettings } from '../tree/index.ts'
import { excessiveSince } from '../utilization/index.ts'

/**
 * Data of several machines as of `now`, by machine id; each kind is read in one query for all of them. A machine without data of
 * a kind is missing there.
 */
export interface MachinesSnapshot {
  readonly now: number
  readonly seesMoney: boolean
  readonly tree: Tree<OrgUnitRow>
  readonly histories: ReadonlyMap<number, readonly SettingsFrom[]>
  readonly statuses: ReadonlyMap<number, StatusRow>
  readonly latest: ReadonlyMap<number, Latest>
  readonly devices: ReadonlyMap<number, readonly DeviceOnMachine[]>
  readonly accounts: ReadonlyMap<number, DeviceAccount>
  readonly runs: ReadonlyMap<number, RunRow>
  /** State of each machine in its schedule now, also of machines whose shift history has no effect (`isCounted`). */
  readonly scheduled: ReadonlyMap<number, ScheduledNow>
  /** Start of the excessive stop (epoch ms), for each machine that is in one. */
  readonly excessiveSince: ReadonlyMap<number, number>
  readonly locks: ReadonlyMap<number, ShiftLock>
}

/** Parts of the snapshot that the caller has read already. */
type Given = Pick<MachinesSnapshot, 'now' | 'seesMoney' | 'tree' | 'histories'>

export async function readMachineFacts(
  ctx: Ctx,
  equipmentIds: readonly number[],
  given: Given,
): Promise<MachinesSnapshot> {
  const [owned, statuses, latest, runs, scheduled, locks] = await Promise.all([
    devicesAndAccounts(ctx, equipmentIds),
    statusesAndStops(ctx, equipmentIds, given),
    latestOf(ctx, equipmentIds),
    activeRuns(ctx, equipmentIds),
    scheduledAt(ctx, equipmentIds, given.now),
    shiftLocks(ctx, equipmentIds),
  ])
  return { ...given, ...owned, ...statuses, latest, runs, scheduled, locks }
}

async function devicesAndAccounts(ctx: Ctx, equipmentIds: readonly number[]) {
  const devices = await devicesOnMachines(ctx, equipmentIds)
  const deviceIds = [...devices.values()].flat().map((device) => device.deviceId)
  return { devices, accounts: await accountsOf(ctx, deviceIds) }
}

async function statusesAndStops(ctx: Ctx, equipmentIds: readonly number[], { histories, now }: Given) {
  const statuses = await currentStatuses(ctx, equipmentIds)
  return { statuses, excessiveSince: await excessiveSince(ctx, statuses, histories, now) }
}

/** Returns a machine as its tile: present state from `facts`, and `figures` over the period of the page. */
export function presentTile(
  machine: EquipmentRow,
  figures: Figures,
  facts: MachinesSnapshot,
): Static<typeof EquipmentTile> {
  const { equipmentId: id, name, active, parentOrgUnitId: parent_org_unit_id } = machine
  const { tree } = facts
  const settings = settingsAt(facts.histories.get(id) ?? [], facts.now)
  const primary = facts.devices.get(id)?.find((device) => device.isPrimary)
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
    target_pct: targetPctOf(tree, parent_org_unit_id),
    device_uuid: primary?.deviceUuid ?? null,
    current_status: presentStatus(facts.statuses.get(id)),
    last_ping_at: toIsoOrNull((primary && facts.accounts.get(primary.deviceId)?.lastContactAt) ?? null),
    ...latestOnTile(facts.latest.get(id)),
    ...presentScheduled(isCounted(machine, facts), facts.scheduled.get(id)),
    current_run: presentRun(facts.runs.get(id)),
    ...presentExcessive(facts.excessiveSince.get(id)),
    ...presentTileSettings(settings),
    ...presentUtilization(figures),
    total_cycle_count: figures.cycles,
    ...(facts.seesMoney ? { total_part_count: figures.parts } : {}),
    ...presentLock(facts.locks.get(id)),
  }
}

/** Returns true when the machine's shift history has effect now: it is active and has a status. */
export function isCounted({ equipmentId: id, active }: EquipmentRow, facts: MachinesSnapshot): boolean {
  return active && facts.statuses.has(id)
}

export function presentStatus(row: StatusRow | undefined): Static<typeof EquipmentTile>['current_status'] {
  return row === undefined ? null : { status: row.statusId, started_at: toIso(row.startedAt) }
}

/**
 * Returns in API form if a machine is scheduled now, and the next instant at which that may change; null: none is written. With
 * `counts` false its shift history has no effect: it is not scheduled, and the instant is null.
 */
export function presentScheduled(counts: boolean, now: ScheduledNow | undefined) {
  return {
    currently_scheduled: counts && now?.isScheduled === true,
    schedule_changes_at: counts ? toIsoOrNull(now?.changesAt ?? null) : null,
  }
}

/**
 * Returns the utilization in percent and as a ratio, both null without scheduled time, and effective run and scheduled time in
 * seconds.
 */
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
