import type { ChangedMessage, DeviceContactMessage, MachineMessages, MachinesMessage } from '@millwatch/contract/live'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import type { Hint } from './hint.ts'

type News = MachinesMessage['news']
/** Returns the message of one kind about a machine; undefined if the hint has no news of that kind. */
type Presenters = {
  readonly [Kind in keyof MachineMessages]: (equipment_id: number, hint: Hint) => MachineMessages[Kind] | undefined
}

const presenters: Presenters = {
  status: (equipment_id, { s }) => s && { equipment_id, status: s[0], started_at: toIso(s[1]) },
  cycle: presentCycle,
  tlm: (equipment_id, { t }) => t && { equipment_id, occurred_at: toIso(t[0]), temperature_1: t[1], analog_in_1: t[2] },
  comm: (equipment_id, { p }) => (p === undefined ? undefined : { equipment_id, last_ping_at: toIso(p) }),
  xsf: (equipment_id, { x }) => (x === undefined ? undefined : { equipment_id, started_at: toIso(x) }),
  run: presentRun,
  alarm: (equipment_id, { a }) => (a === undefined ? undefined : { equipment_id, alarm_id: a }),
  shift_mgmt(equipment_id, { l }) {
    if (l === undefined) return undefined
    const [lockedAt, jobId] = l ?? [null, null]
    return { equipment_id, shift_mgmt_locked_at: toIsoOrNull(lockedAt), shift_mgmt_locked_by: jobId }
  },
}
const kinds = Object.keys(presenters) as (keyof MachineMessages)[]

/** Returns the content of hints about machines as messages, by kind, each kind in order of the hints. */
export function presentHints(hints: Iterable<readonly [equipmentId: number, hint: Hint]>): News {
  const news: News = {}
  for (const [equipmentId, hint] of hints) for (const kind of kinds) add(news, kind, equipmentId, hint)
  return news
}

function add<Kind extends keyof MachineMessages>(news: News, kind: Kind, equipmentId: number, hint: Hint): void {
  const message = presenters[kind](equipmentId, hint)
  if (message === undefined) return
  const messages: MachineMessages[Kind][] = news[kind] ?? []
  messages.push(message)
  news[kind] = messages as News[Kind]
}

function presentCycle(equipment_id: number, { y }: Hint): MachineMessages['cycle'] | undefined {
  if (!y) return undefined
  const [count, occurredAt, cycleMs, temperature1, analogIn1, isStartup, restated] = y
  return {
    equipment_id,
    count,
    occurred_at: toIsoOrNull(occurredAt),
    cycle_time: cycleMs === null ? null : cycleMs / 1000,
    temperature_1: temperature1,
    analog_in_1: analogIn1,
    is_startup: isStartup === 1,
    restated: restated === 1,
  }
}

function presentRun(equipment_id: number, { r }: Hint): MachineMessages['run'] | undefined {
  if (!r) return undefined
  const [runId, startedAt, endedAt, cycles, cyclesTotal, endedByCount] = r
  return {
    equipment_id,
    run_id: runId,
    started_at: toIso(startedAt),
    ended_at: toIsoOrNull(endedAt),
    cycles_current: cycles,
    cycles_total: cyclesTotal,
    ended_by_count: endedByCount === 1,
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
