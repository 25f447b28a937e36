import type { DeviceMove } from '@millwatch/domain/facts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { getEquipment } from '../tree/index.ts'
import { type Assignment, assignmentsOfDevices, primariesOfMachines } from './queries.ts'
import { machinesOfDevices } from './queries-devices.ts'
import { lockDevices } from './store.ts'
import {
  cutAssignment,
  demoteAssignment,
  endAssignment,
  insertAssignment,
  keepFirstPrimary,
} from './store-assignments.ts'

/** Assignment of a device to a machine, as it is requested. */
export interface AssignmentRequest {
  readonly equipmentId: number
  readonly isPrimary: boolean
  /** Start of the assignment (epoch ms); absent: now. */
  readonly from?: number | undefined
}

/**
 * Locks devices, every machine they are or were on, and the machines `equipmentIds`, until the transaction ends. Commits of
 * events of these machines wait for its end, and then read the devices again.
 */
export async function holdDevices(
  ctx: Ctx,
  deviceIds: readonly number[],
  equipmentIds: readonly number[] = [],
): Promise<void> {
  await lockDevices(ctx, deviceIds)
  const machines = [...new Set([...(await machinesOfDevices(ctx, deviceIds)), ...equipmentIds])]
  await stateFact(ctx, { kind: 'machine.reserved', equipmentIds: machines })
}

/**
 * Assigns a device to a machine, or to none for null, and has the machines recomputed whose primary device or past events change.
 * As primary it replaces the earlier primary, which stays as an additional device. Does nothing when machine and role stay. The
 * caller must have locked the device and its machines (`holdDevices`). 400 for a `from` in the future, 404 for an unknown
 * machine, 409 for a past `from` while the device's last assignment lasts, before its end, or before the machine's horizon.
 */
export async function assignDevice(ctx: Ctx, deviceId: number, request: AssignmentRequest | null): Promise<void> {
  if (request !== null) await getEquipment(ctx, request.equipmentId)
  const last = (await assignmentsOfDevices(ctx, [deviceId])).get(deviceId)?.at(-1)
  const current = last?.to === null ? last : undefined
  if (request === null ? !current : current && isSame(current, request)) return
  const primaries = request?.isPrimary ? await primariesOf(ctx, request.equipmentId) : []
  const from = await fromOf(ctx, last, request, primaries)
  if (current) await endAssignment(ctx, deviceId, from)
  const moves: DeviceMove[] = []
  if (current?.isPrimary && current.equipmentId !== request?.equipmentId)
    moves.push({ equipmentId: current.equipmentId, changedAt: from, from, attached: null })
  if (request) {
    const { equipmentId, isPrimary } = request
    for (const primary of primaries) await giveWay(ctx, primary, from)
    await insertAssignment(ctx, { deviceId, equipmentId, isPrimary, from })
    const isDated = request.from !== undefined && !current
    const isFirst = isPrimary && (await keepFirstPrimary(ctx, equipmentId, primaries[0]?.deviceId ?? deviceId))
    if (isDated || isPrimary || current?.isPrimary) {
      const attached = isDated ? { deviceId, isPrimary, from } : null
      // The first primary of a machine counts as its primary for all earlier time too.
      moves.push({ equipmentId, changedAt: from, from: isFirst ? EVER : from, attached })
    }
  }
  await stateFact(ctx, { kind: 'device.moved', moves })
}

const EVER = Number.MIN_SAFE_INTEGER

const isSame = (current: Assignment, request: AssignmentRequest) =>
  current.equipmentId === request.equipmentId && current.isPrimary === request.isPrimary

const primariesOf = async (ctx: Ctx, equipmentId: number) =>
  (await primariesOfMachines(ctx, [equipmentId])).get(equipmentId) ?? []

/**
 * Returns the start of an assignment (epoch ms): the requested instant, or now. It is later than the start of the assignment that
 * it ends, so that no assignment is empty. 400 for an instant in the future, 409 for a past one while the device's last
 * assignment lasts, before its end, or before the machine's horizon.
 */
async function fromOf(
  ctx: Ctx,
  last: Assignment | undefined,
  request: AssignmentRequest | null,
  primaries: readonly Assignment[],
): Promise<number> {
  const now = ctx.clock.now()
  const requestedFrom = request?.from
  if (requestedFrom !== undefined && requestedFrom > now) throw new Invalid('body/from lies ahead of now')
  if (request === null || requestedFrom === undefined || (requestedFrom === now && last?.to === null)) {
    const taken = [last, primaries.at(-1)].map((assignment) =>
      assignment ? (assignment.to ?? assignment.from + 1) : 0,
    )
    return Math.max(now, ...taken)
  }
  // Events sent while the device was on another machine stay with that machine.
  if (last && (last.to === null || last.to > requestedFrom)) throw new Conflict('device_stood_on_machine')
  await stateFact(ctx, { kind: 'past.opened', equipmentIds: [request.equipmentId], from: requestedFrom })
  return requestedFrom
}

/**
 * Ends the primary role of an assignment at `from` (epoch ms); the device stays on the machine as an additional one. Does nothing
 * if the assignment ended by then.
 */
async function giveWay(ctx: Ctx, primary: Assignment, from: number): Promise<void> {
  if (primary.to !== null && primary.to <= from) return
  if (primary.from >= from) return demoteAssignment(ctx, primary)
  await cutAssignment(ctx, primary, from)
  await insertAssignment(ctx, { ...primary, isPrimary: false, from })
}
