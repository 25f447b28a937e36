import type { SettingsContext } from '@millwatch/domain/alarms'
import { companySettings, temperatureUnitOf } from '@millwatch/domain/company'
import { firmwareSupport } from '@millwatch/domain/devices'
import { settingsAt, subtreeOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { allFirmware, deviceSettingsOver, devicesOnMachines } from '../devices/index.ts'
import { companySettingsOf } from '../identity/index.ts'
import { accountsOf } from '../ingest/index.ts'
import {
  allEquipment,
  allUnits,
  type EquipmentRow,
  equipmentByIds,
  equipmentOfUnits,
  settingsOver,
} from '../tree/index.ts'

/** Machine of an alarm, with the facts of now that the wording of its settings and its outputs depend on. */
export interface AlarmedMachine extends EquipmentRow {
  readonly settings: SettingsContext
  /** True if the firmware of its primary device can switch outputs; false without a primary device. */
  readonly supportsOutputs: boolean
}

interface AskedMachines {
  /** Ids of machines, separated by commas. */
  readonly equipIds?: string | undefined
  readonly orgUnitId?: number | undefined
}

/**
 * Returns the machines of a request: those of `equipIds`, archived ones too. Without these, it returns the machines under the
 * unit `orgUnitId` now, or without a unit all machines of the company, each without archived ones. 404 for an unknown machine or
 * unit.
 */
export async function machinesAsked(ctx: Ctx, { equipIds, orgUnitId }: AskedMachines): Promise<EquipmentRow[]> {
  if (equipIds !== undefined) {
    const ids = idsOfText(equipIds)
    const machines = await equipmentByIds(ctx, ids)
    if (machines.length < ids.length) throw new NotFound()
    return machines
  }
  const machines = orgUnitId === undefined ? await allEquipment(ctx) : await machinesUnder(ctx, orgUnitId)
  return machines.filter((machine) => machine.active)
}

/** Returns the ids of a text such as `1,2,3`, in its order, each once. */
export const idsOfText = (text: string): number[] => [...new Set(text.split(',').map(Number))]

async function machinesUnder(ctx: Ctx, orgUnitId: number): Promise<EquipmentRow[]> {
  const unitIds = subtreeOf(treeOf(await allUnits(ctx)), orgUnitId).map((unit) => unit.id)
  if (unitIds.length === 0) throw new NotFound()
  return equipmentOfUnits(ctx, unitIds)
}

/**
 * Returns machines by id, each with the facts of now that its alarms show: its downtime threshold, the units of its values (null
 * for analog values without a primary device), and if its primary device can switch outputs. Without machines it returns an empty
 * map.
 */
export async function withAlarmFacts(
  ctx: Ctx,
  machines: readonly EquipmentRow[],
): Promise<ReadonlyMap<number, AlarmedMachine>> {
  if (machines.length === 0) return new Map()
  const ids = machines.map((machine) => machine.equipmentId)
  const now = ctx.clock.now()
  const settings = await settingsOver(ctx, ids)
  const devices = await devicesOnMachines(ctx, ids)
  const primaries = new Map(
    ids.flatMap((id) =>
      (devices.get(id) ?? []).filter((device) => device.isPrimary).map(({ deviceId }) => [id, deviceId]),
    ),
  )
  const deviceIds = [...primaries.values()]
  const accounts = await accountsOf(ctx, deviceIds)
  const deviceSettings = await deviceSettingsOver(ctx, deviceIds)
  const firmware = await allFirmware(ctx.tx)
  const company = await companySettingsOf(ctx.tx, ctx.companyId)
  const temperatureUnit = temperatureUnitOf({
    measureUnits: company?.measureUnits ?? companySettings.measureUnits.default,
  })
  return new Map(
    machines.map((machine) => {
      const { equipmentId } = machine
      const deviceId = primaries.get(equipmentId) ?? 0
      const version = accounts.get(deviceId)?.firmware
      const history = deviceSettings.get(deviceId)
      const { excessiveDowntimeThresholdMs } = settingsAt(settings.get(equipmentId) ?? [], now)
      return [
        equipmentId,
        {
          ...machine,
          settings: {
            thresholdMs: excessiveDowntimeThresholdMs,
            analogUnit: history === undefined ? null : settingsAt(history, now).analog.unit,
            temperatureUnit,
          },
          supportsOutputs: version != null && firmwareSupport(firmware, version)?.supportsDeviceOutputs === true,
        },
      ]
    }),
  )
}
