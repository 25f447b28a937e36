import type { Equipment } from '@millwatch/contract/shapes/equipment'
import { DEFAULT_MAXIMUM_CYCLE_MS } from '@millwatch/domain/status'
import { startOfLocalDay } from '@millwatch/domain/time'
import { ancestorsOf, type Tree, timeZoneOf } from '@millwatch/domain/tree'
import { utilizationByDefault } from '@millwatch/domain/utilization'
import type { Static } from 'typebox'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { type DeviceOnMachine, devicesOnMachines } from '../devices/index.ts'
import { accountsOf, type DeviceAccount } from '../ingest/index.ts'
import { currentStatuses, type StatusRow } from '../status/index.ts'
import { type Latest, latestOf } from '../telemetry/index.ts'
import type { EquipmentRow, OrgUnitRow } from '../tree/index.ts'
import { type Figures, figuresOf } from './figures.ts'

/** Until it can be set on the machine. */
const excessiveDowntimeThresholdS = 2100

/** All that is known of some machines, each part read at once for all of them. */
interface Known {
  readonly now: number
  readonly seesParts: boolean
  readonly tree: Tree<OrgUnitRow>
  readonly statuses: ReadonlyMap<number, StatusRow>
  readonly latest: ReadonlyMap<number, Latest>
  readonly devices: ReadonlyMap<number, readonly DeviceOnMachine[]>
  readonly accounts: ReadonlyMap<number, DeviceAccount>
  readonly todays: ReadonlyMap<number, { readonly startedAt: number; readonly figures: Figures }>
}

/** Machines as their pages and tiles show them. */
export async function describeMachines(
  ctx: Ctx,
  machines: readonly EquipmentRow[],
  given: { now: number; tree: Tree<OrgUnitRow>; seesParts: boolean },
): Promise<Static<typeof Equipment>[]> {
  const ids = machines.map((one) => one.equipment_id)
  const devices = await devicesOnMachines(ctx, ids)
  const deviceIds = [...devices.values()].flat().map((one) => one.device_id)
  const known: Known = {
    ...given,
    devices,
    accounts: await accountsOf(ctx, deviceIds),
    statuses: await currentStatuses(ctx, ids),
    latest: await latestOf(ctx, ids),
    todays: await todaysOf(ctx, machines, given),
  }
  return machines.map((machine) => describe(machine, known))
}

/** The figures of each machine since its own midnight. Machines of one zone are asked about together. */
async function todaysOf(
  ctx: Ctx,
  machines: readonly EquipmentRow[],
  { now, tree }: { now: number; tree: Tree<OrgUnitRow> },
): Promise<Known['todays']> {
  const byStart = Map.groupBy(machines, (one) => startOfLocalDay(now, timeZoneOf(tree, one.parent_org_unit_id)))
  const todays = new Map<number, { startedAt: number; figures: Figures }>()
  for (const [startedAt, group] of byStart) {
    const ids = group.map((one) => one.equipment_id)
    const figures = await figuresOf(ctx, ids, { from: startedAt, to: now })
    for (const [id, ofOne] of figures) todays.set(id, { startedAt, figures: ofOne })
  }
  return todays
}

function describe(machine: EquipmentRow, known: Known): Static<typeof Equipment> {
  const { equipment_id: id, name, active, parent_org_unit_id } = machine
  const { tree, now } = known
  const devices = known.devices.get(id) ?? []
  const primary = devices.find((device) => device.is_primary)
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
    currently_scheduled: known.statuses.has(id),
    last_ping_at: toIsoOrNull((primary && known.accounts.get(primary.device_id)?.last_contact_at) ?? null),
    ...presentLatest(known.latest.get(id)),
    ...presentToday(known.todays.get(id), known.seesParts),
    as_of: toIso(now),
    maximum_allowed_cycle_time: DEFAULT_MAXIMUM_CYCLE_MS / 1000,
    excessive_downtime_threshold: excessiveDowntimeThresholdS,
    util_excluded: false,
    util_capped_by_schedule: true,
    Devices: devices.map((device) => presentDevice(device, known.accounts.get(device.device_id))),
  }
}

export function presentStatus(row: StatusRow | undefined): Static<typeof Equipment>['current_status'] {
  return row === undefined ? null : { status: row.status_id, started_at: toIso(row.started_at) }
}

function presentLatest(latest: Latest | undefined) {
  const cycle = latest?.cycle ?? null
  const reading = latest?.reading ?? null
  return {
    latest_cycle: cycle && {
      occurred_at: toIso(cycle.at),
      cycle_time: cycle.cycleMs === null ? null : cycle.cycleMs / 1000,
      temperature_1: cycle.temperature1,
      analog_in_1: cycle.analogIn1,
    },
    latest_tlm_data: reading && {
      occurred_at: toIso(reading.at),
      temperature_1: reading.temperature1,
      analog_in_1: reading.analogIn1,
    },
  }
}

function presentToday(today: { startedAt: number; figures: Figures } | undefined, seesParts: boolean) {
  if (!today) throw new Error('A machine without a today')
  const { totals, cycles } = today.figures
  const { effectiveRunMs, scheduledMs, utilPct } = utilizationByDefault(totals)
  return {
    util_pct: utilPct,
    current_utilization: utilPct === null ? null : effectiveRunMs / scheduledMs,
    util_s: effectiveRunMs / 1000,
    util_s_available: scheduledMs / 1000,
    total_cycle_count: cycles,
    ...(seesParts ? { total_part_count: cycles } : {}),
    cycles_per_hour: totals.runningMs === 0 ? null : (cycles * 3_600_000) / totals.runningMs,
    today_started_at: toIso(today.startedAt),
  }
}

function presentDevice(device: DeviceOnMachine, account: DeviceAccount | undefined) {
  return {
    id: device.device_id,
    device_uuid: device.device_uuid,
    is_primary: device.is_primary,
    active: device.active,
    last_contact_at: toIsoOrNull(account?.last_contact_at ?? null),
    clock_skewed: (account?.clock_skewed_at ?? null) !== null,
    received: account?.received ?? 0,
    accepted: account?.accepted ?? 0,
    duplicates: account?.duplicates ?? 0,
    quarantined: account?.quarantined ?? 0,
    refused: presentRefusal(account),
  }
}

function presentRefusal(account: DeviceAccount | undefined) {
  if (account?.refused_reason == null || account.refused_at === null) return null
  return { reason: account.refused_reason, at: toIso(account.refused_at) }
}
