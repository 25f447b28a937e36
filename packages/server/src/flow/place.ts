import { NO_MARK } from '@millwatch/domain/cycles'
import { assignmentAt } from '@millwatch/domain/devices'
import { type Assignment, assignmentsOfDevices } from '../modules/devices/index.ts'
import type { JudgedBatch, PlacedEvent, StoredEvent } from '../modules/ingest/index.ts'
import type { Ctx } from '../platform/ctx.ts'

/** The machine number of events whose device stood on none. */
export const NO_MACHINE = 0

/** Where the devices of a commit stand and stood. */
export type Places = ReadonlyMap<number, readonly Assignment[]>

export function placesOf(ctx: Ctx, deviceIds: Iterable<number>): Promise<Places> {
  return assignmentsOfDevices(ctx, [...new Set(deviceIds)])
}

/**
 * To which machine an event belongs: settled here once, at its receipt, by the assignment in force at its time; an event
 * older than the first assignment belongs to the first (domain rules, section 2).
 */
export function place(
  places: Places,
  deviceId: number,
  batchId: string,
  receivedAt: number,
  event: StoredEvent,
): PlacedEvent {
  const assignment = assignmentAt(places.get(deviceId) ?? [], event.occurredAt)
  return {
    event,
    deviceId,
    batchId,
    receivedAt,
    equipmentId: assignment?.equipmentId ?? NO_MACHINE,
    isPrimary: assignment?.isPrimary ?? false,
    mark: NO_MARK,
    derivedMs: null,
  }
}

export function placeBatch(places: Places, batch: JudgedBatch): PlacedEvent[] {
  return batch.events.map((event) => place(places, batch.deviceId, batch.batchId, batch.receivedAt, event))
}

/** Machines that events of these devices may touch. */
export function machinesOf(places: Places): number[] {
  const ids = new Set<number>()
  for (const assignments of places.values()) for (const assignment of assignments) ids.add(assignment.equipmentId)
  return [...ids]
}
