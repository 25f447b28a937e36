import { NO_MARK } from '@millwatch/domain/cycles'
import { assignmentAt } from '@millwatch/domain/devices'
import { isPrimaryAt } from '@millwatch/domain/status'
import { type Assignment, assignmentsOfDevices } from '../modules/devices/index.ts'
import type { JudgedBatch, PlacedEvent, StoredEvent } from '../modules/ingest/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Machine } from './machines.ts'

/** The machine number of events whose device stood on none. */
export const NO_MACHINE = 0

/** Where the devices of a commit stand and stood. */
export type Places = ReadonlyMap<number, readonly Assignment[]>

export function placesOf(ctx: Ctx, deviceIds: Iterable<number>): Promise<Places> {
  return assignmentsOfDevices(ctx, [...new Set(deviceIds)])
}

/**
 * Settles, once and at its receipt, to which machine an event belongs: by the assignment in force at its time; an event older
 * than the first assignment belongs to the first. Whether its device is primary then comes from the machine, as it stands
 * now, and is settled anew with every change of its devices (domain rules, section 2).
 */
export function place(
  places: Places,
  machines: ReadonlyMap<number, Machine>,
  deviceId: number,
  batchId: string,
  receivedAt: number,
  event: StoredEvent,
): PlacedEvent {
  const assignment = assignmentAt(places.get(deviceId) ?? [], event.occurredAt)
  const primaries = assignment === null ? [] : (machines.get(assignment.equipmentId)?.primaries ?? [])
  return {
    event,
    deviceId,
    batchId,
    receivedAt,
    equipmentId: assignment?.equipmentId ?? NO_MACHINE,
    isPrimary: isPrimaryAt(primaries, deviceId, event.occurredAt),
    mark: NO_MARK,
    derivedMs: null,
  }
}

export function placeBatch(places: Places, machines: ReadonlyMap<number, Machine>, batch: JudgedBatch): PlacedEvent[] {
  return batch.events.map((event) => place(places, machines, batch.deviceId, batch.batchId, batch.receivedAt, event))
}

/** Machines that events of these devices may touch. */
export function machinesOf(places: Places): number[] {
  const ids = new Set<number>()
  for (const assignments of places.values()) for (const assignment of assignments) ids.add(assignment.equipmentId)
  return [...ids]
}
