import type { ChangedMessage, DeviceContactMessage, Room } from '@millwatch/contract/live'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import type { Sockets } from '../../platform/sockets/server.ts'
import type { Hint } from './hint.ts'

type Emit = Sockets['emit']

/** Emits the content of a hint to the sockets of a room, one message for each kind of news in it; an empty hint emits nothing. */
export function publishHint(emit: Emit, internal: string, room: Room, equipmentId: number, hint: Hint): void {
  const head = { room, equipment_id: equipmentId }
  if (hint.s) emit(internal, 'status', { ...head, status: hint.s[0], started_at: toIso(hint.s[1]) })
  if (hint.y) {
    const [count, occurredAt, cycleMs, temperature1, analogIn1, isStartup, restated] = hint.y
    emit(internal, 'cycle', {
      ...head,
      count,
      occurred_at: toIsoOrNull(occurredAt),
      cycle_time: cycleMs === null ? null : cycleMs / 1000,
      temperature_1: temperature1,
      analog_in_1: analogIn1,
      is_startup: isStartup === 1,
      restated: restated === 1,
    })
  }
  if (hint.t) {
    const [occurredAt, temperature1, analogIn1] = hint.t
    emit(internal, 'tlm', {
      ...head,
      occurred_at: toIso(occurredAt),
      temperature_1: temperature1,
      analog_in_1: analogIn1,
    })
  }
  publishRest(emit, internal, room, equipmentId, hint)
}

function publishRest(emit: Emit, internal: string, room: Room, equipmentId: number, hint: Hint): void {
  const head = { room, equipment_id: equipmentId }
  if (hint.p !== undefined) emit(internal, 'comm', { ...head, last_ping_at: toIso(hint.p) })
  if (hint.x !== undefined) emit(internal, 'xsf', { ...head, started_at: toIso(hint.x) })
  if (hint.r) {
    const [runId, startedAt, endedAt, cycles, cyclesTotal, endedByCount] = hint.r
    emit(internal, 'run', {
      ...head,
      run_id: runId,
      started_at: toIso(startedAt),
      ended_at: toIsoOrNull(endedAt),
      cycles_current: cycles,
      cycles_total: cyclesTotal,
      ended_by_count: endedByCount === 1,
    })
  }
  if (hint.a !== undefined) emit(internal, 'alarm', { ...head, alarm_id: hint.a })
  if (hint.l !== undefined) {
    const [lockedAt, jobId] = hint.l ?? [null, null]
    emit(internal, 'shift_mgmt', {
      ...head,
      shift_mgmt_locked_at: toIsoOrNull(lockedAt),
      shift_mgmt_locked_by: jobId,
    })
  }
}

/** Returns the message about the last contact of a device (epoch ms) without its room. */
export function presentContact(contact: {
  deviceId: number
  equipmentId: number | null
  lastContactAt: number
  latestIp: string | null
}): DeviceContactMessage {
  return {
    device_id: contact.deviceId,
    equipment_id: contact.equipmentId,
    last_contact_at: toIso(contact.lastContactAt),
    latest_ip: contact.latestIp,
  }
}

/**
 * Returns the message, without its room, that a device sent, was sent or confirmed something. It names no machine, as no figures
 * of a machine change by it.
 */
export const presentDeviceChange = (deviceId: number): Omit<ChangedMessage, 'room'> => ({
  fact: 'device.changed',
  equipment_ids: [],
  org_unit_ids: [],
  id: deviceId,
})
