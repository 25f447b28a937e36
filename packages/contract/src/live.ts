import type { CompanyFact, MachineFact } from '@millwatch/domain/facts'

/**
 * Room of the live connection (Socket.IO). Its messages are hints that change or invalidate data read over REST, which is
 * authoritative. The client emits `join` or `leave` with `{room}`, and gets `joined` or `left` with `{room}`, else `refused`.
 * `refused` also comes later if the room ceases to exist or is no longer open to the client.
 */
export type Room = `e:${number}` | `o:${number}` | JobRoom | DeviceRoom | ChangeRoom
/** Room of messages about one device, on whichever machine the device is. */
export type DeviceRoom = `device:${number}`
/**
 * Room of changes: of the caller's own company, of the admins of that company, or of the caller alone. Rooms of other companies
 * and people are refused.
 */
export type ChangeRoom = `company:${number}` | `admins:${number}` | `user:${number}`
/**
 * Room of messages about one job, for people of its company. A client that joins after the job ended receives
 * `job:finish` at once.
 */
export type JobRoom = `job:${number}`

/** Returns the room of one machine, by its id; it is refused while the machine is archived. */
export const roomOfEquipment = (id: number): Room => `e:${id}`
/** Returns the room of a unit with all machines under it, by its id. */
export const roomOfOrgUnit = (id: number): Room => `o:${id}`
/** Returns the name of the socket room in which the server tells of one background job. */
export const roomOfJob = (id: number): JobRoom => `job:${id}`
/** Returns the room of one device, by its id. */
export const roomOfDevice = (id: number): DeviceRoom => `device:${id}`
/** Returns the room of changes that all members of a company may see, by its id. */
export const roomOfCompany = (id: number): ChangeRoom => `company:${id}`
/** Returns the room of changes that only the admins of a company may see, by the id of the company. */
export const roomOfAdmins = (companyId: number): ChangeRoom => `admins:${companyId}`
/** Returns the room of changes of one person, by their id. */
export const roomOfUser = (id: number): ChangeRoom => `user:${id}`

/** Path of the Socket.IO connection on the server. */
export const LIVE_PATH = '/live'

/** Message of the kind `status`: the current status of the machine has changed to `status` (1 to 4), at `started_at`. */
export interface StatusMessage {
  equipment_id: number
  status: number
  /** Instant of the start, ISO 8601 in UTC. */
  started_at: string
}
/**
 * Message of the kind `cycle`: a machine made new cycles. `count` is their number; the other fields describe the latest cycle of
 * the machine (`occurred_at` null: it has none).
 */
export interface CycleMessage {
  equipment_id: number
  count: number
  occurred_at: string | null
  cycle_time: number | null
  temperature_1: number | null
  analog_in_1: number | null
  /**
   * True if the latest cycle is a new one and a startup cycle; always false if one of the new cycles is older than a stored one.
   */
  is_startup: boolean
  /** True if status in the past was computed again, for late data or a change, so that the page must read the figures again. */
  restated: boolean
}
/**
 * Message of the kind `tlm`: the machine has a newer latest reading, measured at `occurred_at`. A value that was not sent is
 * null.
 */
export interface TelemetryMessage {
  equipment_id: number
  occurred_at: string
  temperature_1: number | null
  analog_in_1: number | null
}
/** Message of the kind `comm`: the primary device of a machine was in contact with the server, last at `last_ping_at`. */
export interface ContactMessage {
  equipment_id: number
  last_ping_at: string
}

/**
 * Message of the kind `xsf`: time alone has made the stop of the machine that began at `started_at` excessive. This holds until
 * the next `status` message of the machine. If late data or a person makes a stop excessive, other messages say that data
 * changed.
 */
export interface ExcessiveMessage {
  equipment_id: number
  /** Instant of the start, ISO 8601 in UTC. */
  started_at: string
}
/**
 * Message of the kind `run`: a run of the machine began, changed or ended. The fields are those of the run with the latest start,
 * which may be another one. `ended_by_count` is true if the run ended by itself on reaching its total.
 */
export interface RunMessage {
  equipment_id: number
  run_id: number
  /** Instant of the start, ISO 8601 in UTC. */
  started_at: string
  ended_at: string | null
  cycles_current: number
  /** Number of cycles to make; null: the run goes on until a person ends it. */
  cycles_total: number | null
  ended_by_count: boolean
}
/**
 * Message of the kind `shift_mgmt`: a job has locked the machine's shift history (`shift_mgmt_locked_by` is the id of the job),
 * or has unlocked it (both fields null).
 */
export interface ShiftLockMessage {
  equipment_id: number
  /** Instant at which the job locked it, ISO 8601 in UTC; null: unlocked. */
  shift_mgmt_locked_at: string | null
  shift_mgmt_locked_by: number | null
}
/**
 * Message of the kind `alarm`: alarms of the machine tripped or cleared, or were created, changed, acknowledged or deleted.
 * `alarm_id` is null if there are several.
 */
export interface AlarmMessage {
  equipment_id: number
  alarm_id: number | null
}
/** Messages about one machine, by kind. */
export interface MachineMessages {
  status: StatusMessage
  cycle: CycleMessage
  tlm: TelemetryMessage
  comm: ContactMessage
  xsf: ExcessiveMessage
  run: RunMessage
  shift_mgmt: ShiftLockMessage
  alarm: AlarmMessage
}
/**
 * Message `machines`: news of the machines of a room, by kind; a kind without news is absent. A room of a machine gets it at
 * once, a room of a unit at most every 250 ms, with at most one message of each kind per machine and the numbers of cycles added
 * up.
 */
export interface MachinesMessage {
  room: Room
  news: { [Kind in keyof MachineMessages]?: MachineMessages[Kind][] }
}
/**
 * Body of the messages `job:start` (state `running`) and `job:finish` (`finished` or `failed`) in the room `job:{id}`. The result
 * and the times of the job are not in it, but in `GET /v0/jobs/{id}`.
 */
export interface JobMessage {
  id: number
  state: 'queued' | 'running' | 'finished' | 'failed'
  /** Text for people; null unless the job failed. */
  error: string | null
}

/**
 * Message `device`: the last contact of a device with the server has changed, or the room got its first browser. It is sent at
 * most every 500 ms.
 */
export interface DeviceContactMessage {
  device_id: number
  /** Id of the machine of the device; null: the device is on no machine. */
  equipment_id: number | null
  /** Instant of the last contact, ISO 8601 in UTC. */
  last_contact_at: string
  latest_ip: string | null
}
/**
 * Message `changed`: a person or a device changed data, so pages that show the data must read it again. People get the changes of
 * their company in its room, and admins those for admins in theirs; a kiosk display gets those about its page, and a few about
 * all pages, in the room of its machine or unit.
 */
export interface ChangedMessage {
  room: string
  fact: (MachineFact | CompanyFact)['kind']
  /** Ids of the machines that the change concerns; empty: it concerns none. */
  equipment_ids: number[]
  /** Ids of the units that the change concerns; empty: it concerns none. */
  org_unit_ids: number[]
  /**
   * Id of the subject of the fact: stop, run, device (also for `quarantine.changed`), job (for `shift.edited` and
   * `shift.locked`), reason, tag, member and others; null: none, or several.
   */
  id: number | null
}

/** Handlers of all messages from server to browser, by name of the event. */
export interface ServerToBrowser {
  connected: (message: { server: string }) => void
  /**
   * `quiet_ms`: time (ms) for which nothing was published to the room before the join, so data requested within that time misses
   * no message.
   */
  joined: (message: { room: string; quiet_ms: number }) => void
  left: (message: { room: string }) => void
  refused: (message: { room: string }) => void
  machines: (message: MachinesMessage) => void
  'job:start': (message: JobMessage & { room: JobRoom }) => void
  'job:finish': (message: JobMessage & { room: JobRoom }) => void
  device: (message: DeviceContactMessage & { room: DeviceRoom }) => void
  changed: (message: ChangedMessage) => void
  /** Requests that the page read everything again, because the server may have missed changes. */
  resync: () => void
  /** Makes the browser load the page again after a random delay of 1 to 120 s. */
  refresh: () => void
}
export interface BrowserToServer {
  join: (message: { room: string }) => void
  leave: (message: { room: string }) => void
}
