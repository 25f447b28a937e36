import type { DeviceSettingsFrom } from '@millwatch/domain/devices'
import type { PrimaryTenure, StatusSettings } from '@millwatch/domain/status'
import type { SettingsFrom } from '@millwatch/domain/tree'
import { deviceSettingsOver } from '../modules/devices/index.ts'
import { settingsOver } from '../modules/tree/index.ts'
import type { Ctx } from '../platform/ctx.ts'

const EVER = Number.MIN_SAFE_INTEGER

/**
 * Returns by machine id the settings over time from which status is computed: longest cycle time, status source, and the input
 * set-up of the device that was primary then. Every given machine has an entry. `primaries` has the primary devices by machine
 * id, in order of time.
 */
export async function statusSettingsOf(
  ctx: Ctx,
  equipmentIds: readonly number[],
  primaries: ReadonlyMap<number, readonly PrimaryTenure[]>,
): Promise<Map<number, StatusSettings>> {
  const settings = await settingsOver(ctx, equipmentIds)
  const deviceIds = new Set([...primaries.values()].flatMap((tenures) => tenures.map(({ deviceId }) => deviceId)))
  const ofDevices = deviceIds.size === 0 ? new Map() : await deviceSettingsOver(ctx, [...deviceIds])
  return new Map(
    equipmentIds.map((id) => [id, statusSettings(settings.get(id) ?? [], primaries.get(id) ?? [], ofDevices)]),
  )
}

function statusSettings(
  ofMachine: readonly SettingsFrom[],
  primaries: readonly PrimaryTenure[],
  ofDevices: ReadonlyMap<number, readonly DeviceSettingsFrom[]>,
): StatusSettings {
  return {
    maximumCycle: withoutRepeats(ofMachine.map(({ from, maximumCycleMs }) => ({ from, ms: maximumCycleMs }))),
    source: withoutRepeats(ofMachine.map(({ from, source }) => ({ from, source }))),
    inputSetup: withoutRepeats(primaries.flatMap((tenure) => setupsIn(tenure, ofDevices))),
  }
}

/**
 * Returns the input set-ups that a device had while it was primary, each with the instant (epoch ms) from which it was in force.
 */
function setupsIn(
  tenure: PrimaryTenure,
  ofDevices: ReadonlyMap<number, readonly DeviceSettingsFrom[]>,
): { from: number; setup: unknown }[] {
  const begins = Math.max(tenure.from, EVER)
  const history = ofDevices.get(tenure.deviceId) ?? []
  return history.flatMap(({ from, inputSetup }, i) => {
    const until = Math.min(history[i + 1]?.from ?? Number.POSITIVE_INFINITY, tenure.to ?? Number.POSITIVE_INFINITY)
    const since = Math.max(from, begins)
    return since < until ? [{ from: since, setup: inputSetup }] : []
  })
}

/**
 * Returns the entries without those that equal the one before except for `from`: a row of settings may have changed in other
 * fields only.
 */
function withoutRepeats<Entry extends { from: number }>(entries: readonly Entry[]): Entry[] {
  const textOf = ({ from, ...rest }: Entry) => JSON.stringify(rest)
  return entries.filter((entry, i) => {
    const before = entries[i - 1]
    return before === undefined || textOf(before) !== textOf(entry)
  })
}
