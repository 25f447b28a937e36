import { firmwareSupport } from '@millwatch/domain/devices'
import type { Ctx } from '../../platform/ctx.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { allFirmware, devicesOnMachines, notifyOutputs } from '../devices/index.ts'
import { accountsOf } from '../ingest/index.ts'
import { REACH_MS } from './output-state.ts'
import {
  type DeviceOutputRow,
  levelsOfAlarms,
  machinesWithOutputs,
  type OutputLevels,
  outputsOfDevice,
  outputsOfDevices,
  outputsOfMachines,
} from './queries-outputs.ts'
import {
  acknowledgeCommands,
  holdMachines,
  markTrips,
  type OutputOrder,
  saveOutputs,
  settleTrips,
} from './store-outputs.ts'

const OFF: OutputLevels = { on24v: false, on120v: false }

/**
 * Makes the primary devices of machines switch on the outputs of the tripped alarms, and switch off all others; a device that is
 * not primary any more switches off its outputs. Also stores the states of the outputs with the trips. Call it in the transaction
 * that changes a trip, the outputs of an alarm or the devices of a machine, after that change: the commands are sent after the
 * commit. If none of the machines has outputs, it makes one query only.
 */
export async function applyOutputs(ctx: Ctx, equipmentIds: readonly number[]): Promise<void> {
  if (equipmentIds.length === 0) return
  const concerned = await machinesWithOutputs(ctx, equipmentIds)
  if (concerned.length === 0) return
  await holdMachines(ctx, concerned)
  await settleTrips(ctx, concerned)
  await markTrips(ctx, concerned)
  const orders = await newOrders(ctx, concerned)
  await saveOutputs(ctx, orders)
  await notifyOutputs(
    ctx,
    orders.map((order) => order.deviceId),
  )
}

/**
 * Returns the orders for the primary devices of machines, and for those that were it before, that differ from the latest commands
 * to them. A device that never got a command has an order only if an output is to be on.
 */
async function newOrders(ctx: Ctx, equipmentIds: readonly number[]): Promise<OutputOrder[]> {
  const levels = await levelsOfAlarms(ctx, equipmentIds)
  const devices = await devicesOnMachines(ctx, equipmentIds)
  const primaries = new Map<number, number>()
  for (const [equipmentId, onMachine] of devices)
    for (const { deviceId, isPrimary } of onMachine) if (isPrimary) primaries.set(deviceId, equipmentId)
  const before = new Map<number, DeviceOutputRow>()
  for (const row of await outputsOfMachines(ctx, equipmentIds)) before.set(row.deviceId, row)
  for (const row of await outputsOfDevices(ctx, [...primaries.keys()])) before.set(row.deviceId, row)
  const orders: OutputOrder[] = []
  for (const deviceId of new Set([...primaries.keys(), ...before.keys()])) {
    const equipmentId = primaries.get(deviceId) ?? null
    const { on24v, on120v } = (equipmentId === null ? undefined : levels.get(equipmentId)) ?? OFF
    const order = { deviceId, equipmentId, on24v, on120v }
    if (differs(order, before.get(deviceId))) orders.push(order)
  }
  return orders
}

function differs({ equipmentId, on24v, on120v }: OutputOrder, before: DeviceOutputRow | undefined): boolean {
  if (before === undefined) return on24v || on120v
  return before.equipmentId !== equipmentId || before.on24v !== on24v || before.on120v !== on120v
}

/** Ids of the commands that one device acknowledged in its messages. */
export interface CommandAcks {
  readonly deviceId: number
  readonly acks: readonly number[]
}

/**
 * Stores which commands devices acknowledged. If one of them is new, browsers are made to read the alarms of its machine again.
 */
export async function acknowledgeOutputs(ctx: Ctx, batches: readonly CommandAcks[]): Promise<void> {
  const idsByDevice = new Map<number, number[]>()
  for (const { deviceId, acks } of batches)
    if (acks.length > 0) idsByDevice.set(deviceId, [...(idsByDevice.get(deviceId) ?? []), ...acks])
  const equipmentIds: number[] = []
  // One fixed order prevents deadlocks.
  for (const [deviceId, ids] of [...idsByDevice].sort(([a], [b]) => a - b))
    equipmentIds.push(...(await acknowledgeCommands(ctx, deviceId, ids)))
  if (equipmentIds.length > 0) await stateFact(ctx, { kind: 'alarm.changed', equipmentIds, alarmId: null })
}

/** Command to a device that sets both of its outputs (1: on, 0: off), as it is sent. `id` counts up from 1 for each device. */
export interface OutputsCommand {
  readonly type: 'outputs'
  readonly '24v': 0 | 1
  readonly '120v': 0 | 1
  readonly id: number
}

/**
 * Returns the latest command to a device about its outputs, and if the device acknowledged it; null if there was no command, or
 * the firmware of the device cannot switch outputs.
 */
export async function outputsOf(
  ctx: Ctx,
  deviceId: number,
): Promise<{ readonly command: OutputsCommand; readonly isAcknowledged: boolean } | null> {
  const row = await outputsOfDevice(ctx, deviceId)
  if (row === undefined || !(await canSwitch(ctx, deviceId))) return null
  return { command: commandOf(row), isAcknowledged: row.acknowledgedId >= row.commandId }
}

const commandOf = ({ on24v, on120v, commandId: id }: DeviceOutputRow): OutputsCommand => ({
  type: 'outputs',
  '24v': on24v ? 1 : 0,
  '120v': on120v ? 1 : 0,
  id,
})

/** Latest command to a device about its outputs, with its acknowledgement and its state. */
interface GivenOutputs {
  readonly command: OutputsCommand
  /** Instant of the command, epoch ms. */
  readonly commandedAt: number
  /** Id of the latest command that the device acknowledged; null: none. */
  readonly acknowledgedId: number | null
  /**
   * State of the command: `asked` if it was given less than a minute ago and is not acknowledged, `not_reached` after that.
   * `not_supported`: it is not sent, as the firmware cannot switch outputs.
   */
  readonly state: 'done' | 'asked' | 'not_reached' | 'not_supported'
}

/**
 * Returns the latest command to a device about its outputs with its state as of now; null if the device never got such a command.
 */
export async function outputsGiven(ctx: Ctx, deviceId: number): Promise<GivenOutputs | null> {
  const row = await outputsOfDevice(ctx, deviceId)
  if (row === undefined) return null
  const { commandedAt, acknowledgedId } = row
  const given = { command: commandOf(row), commandedAt, acknowledgedId: acknowledgedId === 0 ? null : acknowledgedId }
  if (acknowledgedId >= row.commandId) return { ...given, state: 'done' }
  if (!(await canSwitch(ctx, deviceId))) return { ...given, state: 'not_supported' }
  return { ...given, state: ctx.clock.now() - commandedAt < REACH_MS ? 'asked' : 'not_reached' }
}

async function canSwitch(ctx: Ctx, deviceId: number): Promise<boolean> {
  const version = (await accountsOf(ctx, [deviceId])).get(deviceId)?.firmware
  return version != null && firmwareSupport(await allFirmware(ctx.tx), version)?.supportsDeviceOutputs === true
}
