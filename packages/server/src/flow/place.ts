import { assignmentAt } from '@millwatch/domain/devices'
import { NO_MARK } from '@millwatch/domain/ingest'
import { isPrimaryAt } from '@millwatch/domain/status'
import { type Assignment, assignmentsOfDevices } from '../modules/devices/index.ts'
import type { CheckedBatch, PlacedEvent, StoredEvent } from '../modules/ingest/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Machine } from './machines.ts'

/** Machine id of events that belong to no machine, because their device was on none at the time of the event. */
export const NO_MACHINE = 0

/**
 * Present and past assignments to machines of the devices of a commit, by device id, in order of time. A device without any
 * assignment may have no entry.
 */
export type Places = ReadonlyMap<number, readonly Assignment[]>

export function placesOf(ctx: Ctx, deviceIds: Iterable<number>): Promise<Places> {
  return assignmentsOfDevices(ctx, [...new Set(deviceIds)])
}

/**
 * Returns an event with the machine on which its device was at the event's time, and with `isPrimary`: true if the device was
 * that machine's primary then. An event older than the first assignment belongs to the machine of the first. If the device was
 * on no machine at the time, or never on any, the machine is `NO_MACHINE`. Stores nothing; `settleEvents` decides both again
 * after each change of devices (domain rules, section 2).
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

/** Returns the events of one message with their machines, as `place` does for each, in the same order. */
export function placeBatch(places: Places, machines: ReadonlyMap<number, Machine>, batch: CheckedBatch): PlacedEvent[] {
  return batch.events.map((event) => place(places, machines, batch.deviceId, batch.batchId, batch.receivedAt, event))
}

/** Returns the ids of all machines on which these devices are or were, without duplicates. */
export function machinesOf(places: Places): number[] {
  const ids = new Set<number>()
  for (const assignments of places.values()) for (const assignment of assignments) ids.add(assignment.equipmentId)
  return [...ids]
}
