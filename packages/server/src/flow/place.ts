import { assignmentAt } from '@millwatch/domain/devices'
import { NO_MARK } from '@millwatch/domain/ingest'
import { isPrimaryAt } from '@millwatch/domain/status'
import { type Assignment, assignmentsOfDevices } from '../modules/devices/index.ts'
import type { CheckedBatch, PlacedEvent, StoredEvent } from '../modules/ingest/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Machine } from './machines.ts'

/** Machine id of events whose device was on no machine. */
export const NO_MACHINE = 0

/** Present and past assignments of the devices of a commit, by device id. */
export type Places = ReadonlyMap<number, readonly Assignment[]>

export function placesOf(ctx: Ctx, deviceIds: Iterable<number>): Promise<Places> {
  return assignmentsOfDevices(ctx, [...new Set(deviceIds)])
}

/**
 * Assigns an event to a machine when it is received: by the assignment in force at the event's time; an event older
 * than the first assignment belongs to the first. Also decides if the event's device was the machine's primary at that
 * time; `settleEvents` decides this again after each change of devices (domain rules, section 2).
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

export function placeBatch(places: Places, machines: ReadonlyMap<number, Machine>, batch: CheckedBatch): PlacedEvent[] {
  return batch.events.map((event) => place(places, machines, batch.deviceId, batch.batchId, batch.receivedAt, event))
}

/** Returns the machines that events of these devices may affect. */
export function machinesOf(places: Places): number[] {
  const ids = new Set<number>()
  for (const assignments of places.values()) for (const assignment of assignments) ids.add(assignment.equipmentId)
  return [...ids]
}
