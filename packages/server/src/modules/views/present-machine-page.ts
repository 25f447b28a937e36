import type { Equipment } from '@millwatch/contract/shapes/pages'
import { type DeviceSettingsFrom, firmwareSupport, rawAnalog } from '@millwatch/domain/devices'
import { STARTUP } from '@millwatch/domain/ingest'
import { defaultSchedule } from '@millwatch/domain/schedules'
import type { Occurrence } from '@millwatch/domain/shifts'
import { settingsAt, timeZoneOf, treeOf } from '@millwatch/domain/tree'
import { type Figures, noFigures } from '@millwatch/domain/utilization'
import type { Static } from 'typebox'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { allFirmware, type DeviceOnMachine, deviceSettingsOver } from '../devices/index.ts'
import type { DeviceAccount } from '../ingest/index.ts'
import { presentSchedule, schedulesInForce } from '../schedules/index.ts'
import { currentShifts } from '../shifts/index.ts'
import { nothingYet, placeOfEvent } from '../telemetry/index.ts'
import {
  allUnits,
  type EquipmentRow,
  getEquipment,
  presentEquipmentRows,
  settingsOver,
  unitTypeId,
} from '../tree/index.ts'
import { bucketsFor, choicesInCompany, figuresOver, pagePeriod } from '../utilization/index.ts'
import { analogOf } from './analog.ts'
import { presentFigures } from './figures.ts'
import { contactOf } from './history.ts'
import { archivedTimeOf, nothingLeftOut } from './left-out.ts'
import { isCounted, latestOnTile, type MachinesSnapshot, presentTile, readMachineFacts } from './machines.ts'
import { presentClockReset, presentRefusal } from './present-account.ts'
import { bucketed, bucketsOfGroup, presentCycleGroups, presentGroups } from './present-buckets.ts'

interface PageQuery {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly shift?: number | undefined
  readonly tz?: string | undefined
  readonly dayStartMin?: number | undefined
}

/**
 * Returns all data that the page of a machine shows, computed as of now: state, settings, devices, and figures over the requested
 * period or today so far. 404 for an unknown machine.
 */
export async function machinePage(
  ctx: Ctx,
  { now, requireCurrent }: AsOfNow,
  { id, query, seesMoney }: { id: number; query: PageQuery; seesMoney: boolean },
): Promise<Static<typeof Equipment>> {
  await requireCurrent([id])
  const machine = await getEquipment(ctx, id)
  const tree = treeOf(await allUnits(ctx))
  const { shift, week } = await choicesInCompany(ctx, query, timeZoneOf(tree, machine.parentOrgUnitId))
  const period = pagePeriod(query, week, now)
  const buckets = bucketsFor(undefined, period, week)
  const key = String(id)
  const groups = [{ key, members: new Map([[id, null]]), inBuckets: true }]
  const answer = await figuresOver(ctx, { groups, period, now, shift, buckets, money: seesMoney, averages: true })
  const ofMachine = answer.groups.get(key)
  const facts = await readMachineFacts(ctx, [id], { now, seesMoney, tree, histories: await settingsOver(ctx, [id]) })
  const figures = ofMachine?.whole ?? noFigures
  const seen = { seesMoney, ignoreStartup: false, ignoreOutlier: false }
  const ofBuckets = bucketsOfGroup(answer, key)
  const list = bucketed(buckets, shift, ofBuckets)
  const leftOut = (await archivedTimeOf(ctx, { period, shift }, facts.histories)).get(id) ?? nothingLeftOut
  return {
    ...(await presentRow(ctx, machine, seesMoney)),
    ...presentTile(machine, figures, facts),
    org_unit_type_id: tree.units.get(machine.parentOrgUnitId)?.typeId ?? unitTypeId,
    ...presentRates(figures, seesMoney),
    util_s_actual: figures.effectiveRunMs / 1000,
    util_s_expected: figures.scheduledMs / 1000,
    figures: presentFigures(id, figures, leftOut, seen, now),
    util_groups: presentGroups(list, ofBuckets.figures, { seesMoney }),
    cc_groups: presentCycleGroups(list, ofBuckets.figures, seesMoney),
    ...(await presentLatest(ctx, machine, facts)),
    ...(await presentDevices(ctx, id, facts)),
    ...(await presentShift(ctx, machine, facts)),
    comm_detail: (await contactOf(ctx, id, period)).map(({ from, to }) => ({
      started_at: toIso(from),
      ended_at: toIsoOrNull(to),
    })),
    today_started_at: toIso(period.from),
    period: { startDate: toIso(period.from), endDate: toIso(period.to) },
    as_of: toIso(now),
  }
}

async function presentRow(ctx: Ctx, machine: EquipmentRow, seesMoney: boolean) {
  const [row] = await presentEquipmentRows(ctx, [machine], seesMoney)
  if (!row) throw new Error('A machine without a row')
  return row
}

function presentRates({ cycles, parts, runningMs }: Figures, seesMoney: boolean) {
  const perHour = (many: number) => (runningMs === 0 ? null : (many * 3_600_000) / runningMs)
  return { cycles_per_hour: perHour(cycles), ...(seesMoney ? { parts_per_hour: perHour(parts) } : {}) }
}

async function presentShift(ctx: Ctx, machine: EquipmentRow, facts: MachinesSnapshot) {
  const { equipmentId: id, parentOrgUnitId: parentId } = machine
  const inForce = (await schedulesInForce(ctx, facts.tree, [{ equipmentId: id, parentId }])).get(id)
  const shift = isCounted(machine, facts) ? (await currentShifts(ctx, [id], facts.now)).get(id) : undefined
  return {
    ...presentSchedule(inForce ?? { schedule: defaultSchedule, source: null }),
    current_shift: presentOccurrence(shift?.occurrence),
    last_shift: presentOccurrence(shift?.last),
  }
}

const presentOccurrence = (occurrence: Occurrence | null | undefined) =>
  occurrence == null
    ? null
    : { shift: occurrence.shift, started_at: toIso(occurrence.from), ended_at: toIso(occurrence.to) }

/**
 * Returns the latest cycle with its startup mark, and the latest reading, both with their converted analog value; null for one
 * that does not exist. The converted value is null, too, if the event is no longer stored.
 */
async function presentLatest(ctx: Ctx, { equipmentId: id }: EquipmentRow, facts: MachinesSnapshot) {
  const { cycle, reading } = facts.latest.get(id) ?? nothingYet
  const tile = latestOnTile(facts.latest.get(id))
  const analog = await analogOf(ctx, id)
  const ofCycle = cycle && (await placeOfEvent(ctx, id, cycle))
  const ofReading = reading && (await placeOfEvent(ctx, id, reading))
  const value = (raw: number | null, place: { deviceId: number } | null | undefined, at: number) =>
    place == null ? null : analog.valueOrNull(raw, place.deviceId, at)
  return {
    latest_cycle: cycle &&
      tile.latest_cycle && {
        occurred_at: tile.latest_cycle.occurred_at,
        is_startup: ofCycle?.marks === STARTUP,
        data: { ...tile.latest_cycle.data, analog_in_1_transformed: value(cycle.analogIn1, ofCycle, cycle.at) },
      },
    latest_tlm_data: reading &&
      tile.latest_tlm_data && {
        ...tile.latest_tlm_data,
        analog_in_1_transformed: value(reading.analogIn1, ofReading, reading.at),
      },
  }
}

async function presentDevices(ctx: Ctx, id: number, facts: MachinesSnapshot) {
  const devices = facts.devices.get(id) ?? []
  const settings = await deviceSettingsOver(
    ctx,
    devices.map((device) => device.deviceId),
  )
  const primary = devices.find((device) => device.isPrimary)
  const version = primary && facts.accounts.get(primary.deviceId)?.firmware
  const firmware = version == null ? undefined : firmwareSupport(await allFirmware(ctx.tx), version)
  return {
    supports_device_outputs: firmware?.supportsDeviceOutputs ?? false,
    Devices: devices.map((device) =>
      presentDevice(device, facts.accounts.get(device.deviceId), settings.get(device.deviceId), facts.now),
    ),
  }
}

function presentDevice(
  device: DeviceOnMachine,
  account: DeviceAccount | undefined,
  settings: readonly DeviceSettingsFrom[] | undefined,
  now: number,
) {
  return {
    id: device.deviceId,
    name: device.name,
    device_uuid: device.deviceUuid,
    is_primary: device.isPrimary,
    active: device.active,
    analog_in_1_config: settings ? settingsAt(settings, now).analog : rawAnalog,
    last_contact_at: toIsoOrNull(account?.lastContactAt ?? null),
    clock_skewed: (account?.clockSkewedAt ?? null) !== null,
    clock_reset: presentClockReset(account),
    received: account?.received ?? 0,
    accepted: account?.accepted ?? 0,
    duplicates: account?.duplicates ?? 0,
    quarantined: account?.quarantined ?? 0,
    discarded: account?.discarded ?? 0,
    refused: presentRefusal(account),
  }
}
