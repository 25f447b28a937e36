import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import { getEquipment, type MachineChange } from '../tree/index.ts'
import type { DeviceMoved, DevicesDeps } from './deps.ts'
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

/** Where a device is to stand from an instant on. */
export interface Stand {
  readonly equipmentId: number
  readonly isPrimary: boolean
  /** As of when (epoch ms), where a person said so; else from now on. */
  readonly from?: number | undefined
}

/** Holds devices and every machine they stand or stood on (and those named), so that the flow waits for what comes. */
export async function holdDevices(
  ctx: Ctx,
  deps: DevicesDeps,
  deviceIds: readonly number[],
  equipmentIds: readonly number[] = [],
): Promise<void> {
  await lockDevices(ctx, deviceIds)
  await deps.holdMachines(ctx, [...new Set([...(await machinesOfDevices(ctx, deviceIds)), ...equipmentIds])])
}

/**
 * Puts a device that is held, with the machines in question, where it is to stand; null: nowhere. As a machine's primary it
 * takes over from an earlier one, which stays as one of the others. Nothing is done where it stands so already.
 */
export async function standDevice(ctx: Ctx, deps: DevicesDeps, deviceId: number, stand: Stand | null): Promise<void> {
  if (stand !== null) await getEquipment(ctx, stand.equipmentId)
  const last = (await assignmentsOfDevices(ctx, [deviceId])).get(deviceId)?.at(-1)
  const standing = last?.to === null ? last : undefined
  if (stand === null ? !standing : standing && isSame(standing, stand)) return
  const primaries = stand?.isPrimary ? await primariesOf(ctx, stand.equipmentId) : []
  const from = await fromOf(ctx, deps, last, stand, primaries)
  if (standing) await endAssignment(ctx, deviceId, from)
  const changes: MachineChange[] = []
  if (standing?.isPrimary && standing.equipmentId !== stand?.equipmentId)
    changes.push(await settled(ctx, deps, { equipmentId: standing.equipmentId, from, attached: null }))
  if (stand) {
    const { equipmentId, isPrimary } = stand
    for (const one of primaries) await giveWay(ctx, one, from)
    await insertAssignment(ctx, { deviceId, equipmentId, isPrimary, from })
    const isDated = stand.from !== undefined && !standing
    const isFirst = isPrimary && (await keepFirstPrimary(ctx, equipmentId, primaries[0]?.deviceId ?? deviceId))
    if (isDated || isPrimary || standing?.isPrimary) {
      const attached = isDated ? { deviceId, isPrimary, from } : null
      // A machine's first primary counts as its primary from ever.
      const moved = { equipmentId, from: isFirst ? EVER : from, attached }
      changes.push(await settled(ctx, deps, moved, from))
    }
  }
  await deps.machinesChanged(ctx, changes)
}

/** Returns the change of a machine whose primary may be another from `changedAt` on, with its stored events settled. */
async function settled(
  ctx: Ctx,
  deps: DevicesDeps,
  moved: DeviceMoved,
  changedAt = moved.from,
): Promise<MachineChange> {
  const earliest = await deps.settleEvents(ctx, moved)
  return { equipmentId: moved.equipmentId, from: Math.min(changedAt, earliest ?? changedAt), parts: ['primary'] }
}

const EVER = Number.MIN_SAFE_INTEGER

const isSame = (standing: Assignment, stand: Stand) =>
  standing.equipmentId === stand.equipmentId && standing.isPrimary === stand.isPrimary

const primariesOf = async (ctx: Ctx, equipmentId: number) =>
  (await primariesOfMachines(ctx, [equipmentId])).get(equipmentId) ?? []

/** As of when. A time of validity is never empty, however fast one change follows another. */
async function fromOf(
  ctx: Ctx,
  deps: DevicesDeps,
  last: Assignment | undefined,
  stand: Stand | null,
  primaries: readonly Assignment[],
): Promise<number> {
  const now = ctx.clock.now()
  const asked = stand?.from
  if (asked !== undefined && asked > now) throw new Invalid('body/from lies ahead of now')
  if (stand === null || asked === undefined || (asked === now && last?.to === null)) {
    const taken = [last, primaries.at(-1)].map((one) => (one ? (one.to ?? one.from + 1) : 0))
    return Math.max(now, ...taken)
  }
  // What it said while it stood on a machine belongs to that machine for good.
  if (last && (last.to === null || last.to > asked)) throw new Conflict('device_stood_on_machine')
  await deps.demandKept(ctx, [stand.equipmentId], asked)
  return asked
}

/** From `from` on, another is the primary. */
async function giveWay(ctx: Ctx, primary: Assignment, from: number): Promise<void> {
  if (primary.to !== null && primary.to <= from) return
  if (primary.from >= from) return demoteAssignment(ctx, primary)
  await cutAssignment(ctx, primary, from)
  await insertAssignment(ctx, { ...primary, isPrimary: false, from })
}
