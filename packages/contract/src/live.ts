import type { CompanyFact, MachineFact } from '@millwatch/domain/facts'

/**
 * Rooms of the live connection (Socket.IO). Its messages are hints: they patch or invalidate data that was read over REST,
 * which is authoritative. The client emits `join` / `leave` with `{room}` and gets `joined` / `left` with `{room}`, or
 * `refused` with `{room}`. `refused` can also come later, when the room no longer exists or is no longer open to the client.
 */
export type Room = `e:${number}` | `o:${number}` | JobRoom | DeviceRoom | ChangeRoom
/** Room of messages about one device, whichever machine it is on. */
export type DeviceRoom = `device:${number}`
/** Room of changes: of the caller's own company, of its admins, or of the caller. Others' rooms cannot be joined. */
export type ChangeRoom = `company:${number}` | `admins:${number}` | `user:${number}`
/**
 * Room of messages about one job, for people of its company. A client that joins after the job ended receives
 * `job:finish` at once.
 */
export type JobRoom = `job:${number}`

/** Returns the room of one machine, by its id. */
export const roomOfEquipment = (id: number): Room => `e:${id}`
/** Returns the room of a unit with all machines under it, by its id. */
export const roomOfOrgUnit = (id: number): Room => `o:${id}`
/** Returns the room of one job, by its id. */
export const roomOfJob = (id: number): JobRoom => `job:${id}`
/** Returns the room of one device, by its id. */
export const roomOfDevice = (id: number): DeviceRoom => `device:${id}`
/** Returns the room of changes that all members of a company may see, by its id. */
export const roomOfCompany = (id: number): ChangeRoom => `company:${id}`
/** Returns the room of changes that only the admins of a company may see, by the id of the company. */
export const roomOfAdmins = (companyId: number): ChangeRoom => `admins:${companyId}`
/** Returns the room of changes of one person, by their id. */
export const roomOfUser = (id: number): ChangeRoom => `user:${id}`

/** Path on the server of the Socket.IO connection. */
export const LIVE_PATH = '/live'

/** Message `status`: the machine has another current status, since `started_at`. */
export interface StatusMessage {
  equipment_id: number
  status: number
  /** Instant of the start, ISO 8601 in UTC. */
  started_at: string
}
/**
 * Message `cycle`: new cycles of a machine. `count` is their number; the other fields are of the latest cycle
 * (`occurred_at` null: there is none).
 */
export interface CycleMessage {
  equipment_id: number
  count: number
  occurred_at: string | null
  cycle_time: number | null
  temperature_1: number | null
  analog_in_1: number | null
  /** True when the latest of the new cycles is a startup cycle. Not known, and false, when `restated`. */
  is_startup: boolean
  /** True when past data changed (late data): read the figures again. */
  restated: boolean
}
/** Message `tlm`: the machine has a new latest reading. */
export interface TelemetryMessage {
  equipment_id: number
  occurred_at: string
  temperature_1: number | null
  analog_in_1: number | null
}
/** Message `comm`: the primary device of a machine was in contact with the server. */
export interface ContactMessage {
  equipment_id: number
  last_ping_at: string
}

/**
 * Message `xsf`: the stop that began at `started_at` has become excessive. It is so until the next `status` message of
 * the machine.
 */
export interface ExcessiveMessage {
  equipment_id: number
  /** Instant of the start, ISO 8601 in UTC. */
  started_at: string
}
/**
 * Message `run`: a run of the machine began, changed or ended; `ended_by_count`: it ended by itself when it reached its
 * total.
 */
export interface RunMessage {
  equipment_id: number
  run_id: number
  /** Instant of the start, ISO 8601 in UTC. */
  started_at: string
  ended_at: string | null
  cycles_current: number
  /** Total; null: the run goes on until a person ends it. */
  cycles_total: number | null
  ended_by_count: boolean
}
/**
 * Message `shift_mgmt`: a job has locked the machine's shift history (`shift_mgmt_locked_by` is its id), or has
 * unlocked it (both fields null).
 */
export interface ShiftLockMessage {
  equipment_id: number
  /** Instant at which the job locked it, ISO 8601 in UTC; null: unlocked. */
  shift_mgmt_locked_at: string | null
  shift_mgmt_locked_by: number | null
}
/**
 * Message `alarm`: alarms of the machine tripped or cleared, or were created, changed, acknowledged or deleted. `alarm_id`:
 * the alarm; null: several.
 */
export interface AlarmMessage {
  equipment_id: number
  alarm_id: number | null
}
/**
 * Body of the messages `job:start` (state `running`) and `job:finish` (`finished` or `failed`) in the room `job:{id}`.
 * It has no result and no times; `GET /v0/jobs/{id}` returns those too. `error` is null unless the job failed.
 */
export interface JobMessage {
  id: number
  state: 'queued' | 'running' | 'finished' | 'failed'
  /** Text to show for a failed job. */
  error: string | null
}

/** Message `device`: last contact of a device with the server, at most every 500 ms. */
export interface DeviceContactMessage {
  device_id: number
  /** Machine of the device; null: it is on none. */
  equipment_id: number | null
  /** Instant of the last contact, ISO 8601 in UTC. */
  last_contact_at: string
  latest_ip: string | null
}
/**
 * Message `changed`: a person or a device changed something, and pages that show it must read it again. People get the
 * changes of their company in its room; a kiosk display gets those about its page in the room of that machine or unit.
 */
export interface ChangedMessage {
  room: string
  fact: (MachineFact | CompanyFact)['kind']
  /** Machines that it concerns; empty: it is not about machines. */
  equipment_ids: number[]
  /** Units that it concerns. */
  org_unit_ids: number[]
  /** Stop, run, job, device, reason, tag, member ...: the subject that the name of the fact begins with; null: there is none. */
  id: number | null
}

/**
 * All messages from server to browser, by name of the event. Rooms of units get at most one of each kind per machine in
 * 250 ms; numbers of cycles are added up.
 */
export interface ServerToBrowser {
  connected: (message: { server: string }) => void
  /** `quiet_ms`: nothing was published to the room for this long; data that was requested since then misses nothing. */
  joined: (message: { room: string; quiet_ms: number }) => void
  left: (message: { room: string }) => void
  refused: (message: { room: string }) => void
  status: (message: StatusMessage & { room: Room }) => void
  cycle: (message: CycleMessage & { room: Room }) => void
  tlm: (message: TelemetryMessage & { room: Room }) => void
  comm: (message: ContactMessage & { room: Room }) => void
  xsf: (message: ExcessiveMessage & { room: Room }) => void
  run: (message: RunMessage & { room: Room }) => void
  shift_mgmt: (message: ShiftLockMessage & { room: Room }) => void
  alarm: (message: AlarmMessage & { room: Room }) => void
  'job:start': (message: JobMessage & { room: JobRoom }) => void
  'job:finish': (message: JobMessage & { room: JobRoom }) => void
  device: (message: DeviceContactMessage & { room: DeviceRoom }) => void
  changed: (message: ChangedMessage) => void
  /** Asks the page to read everything again, because the server may have missed changes. */
  resync: () => void
  /** Asks the browser to load the page again after a random delay of 1 to 120 s. */
  refresh: () => void
}
export interface BrowserToServer {
  join: (message: { room: string }) => void
  leave: (message: { room: string }) => void
}
