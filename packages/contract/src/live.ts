/**
 * What goes over Socket.IO. REST is the truth, these are hints: a message patches or invalidates what was read.
 * The client emits `join` / `leave` with `{room}` and gets `joined` / `left` with `{room}`, or `refused` with `{room}`: also later
 * on, when a room it is in is no longer there or no longer open to it.
 */
export type Room = `e:${number}` | `o:${number}` | JobRoom | DeviceRoom | ChangeRoom
/** A device, wherever it stands. */
export type DeviceRoom = `device:${number}`
/** The caller's company, or the caller: of no other can a room be joined. */
export type ChangeRoom = `company:${number}` | `user:${number}`
/** A job, for its company; who joins after its end hears `job:finish` at once. */
export type JobRoom = `job:${number}`

export const roomOfEquipment = (id: number): Room => `e:${id}`
export const roomOfOrgUnit = (id: number): Room => `o:${id}`
export const roomOfJob = (id: number): JobRoom => `job:${id}`
export const roomOfDevice = (id: number): DeviceRoom => `device:${id}`
export const roomOfCompany = (id: number): ChangeRoom => `company:${id}`
export const roomOfUser = (id: number): ChangeRoom => `user:${id}`

/** Socket.IO path of the live connection. */
export const LIVE_PATH = '/live'

/** `status`: the status that holds now. */
export interface StatusMessage {
  equipment_id: number
  status: number
  /** ISO 8601 */
  started_at: string
}
/** `cycle`: cycles that became known; `count` how many, `occurred_at` of the latest (null while there is none). */
export interface CycleMessage {
  equipment_id: number
  count: number
  occurred_at: string | null
  cycle_time: number | null
  temperature_1: number | null
  analog_in_1: number | null
  /** True when something before what was known changed (late data): read the figures again. */
  restated: boolean
}
/** `tlm`: the latest reading. */
export interface TelemetryMessage {
  equipment_id: number
  occurred_at: string
  temperature_1: number | null
  analog_in_1: number | null
}
/** `comm`: contact of the primary device with the server. */
export interface ContactMessage {
  equipment_id: number
  last_ping_at: string
}

/** `xsf`: the stop that began at `started_at` has turned excessive; a `status` message ends it. */
export interface ExcessiveMessage {
  equipment_id: number
  /** ISO 8601 */
  started_at: string
}
/** `run`: a run began, changed or ended; `ended_by_count` when it ended by itself at its last cycle. */
export interface RunMessage {
  equipment_id: number
  run_id: number
  /** ISO 8601 */
  started_at: string
  ended_at: string | null
  cycles_current: number
  /** null: it goes on until somebody ends it. */
  cycles_total: number | null
  ended_by_count: boolean
}
/** `shift_mgmt`: a job holds the machine's shift history (its id in `shift_mgmt_locked_by`), or let it go (both null). */
export interface ShiftLockMessage {
  equipment_id: number
  /** ISO 8601 */
  shift_mgmt_locked_at: string | null
  shift_mgmt_locked_by: number | null
}
/** `job:start`, `job:finish`: also read by `GET /v0/jobs/{id}`. */
export interface JobMessage {
  id: number
  state: 'queued' | 'running' | 'finished' | 'failed'
  /** The text to show, of one that failed. */
  error: string | null
}

/** `device`: contact of a device with the server, at most every 2 s. */
export interface DeviceContactMessage {
  device_id: number
  /** null: it stands on no machine. */
  equipment_id: number | null
  /** ISO 8601 */
  last_contact_at: string
  latest_ip: string | null
}
/** What of a company or a person is to be read again. */
export type Changed = 'tree' | 'devices' | 'company' | 'user' | 'notifications'

/** Server to browser, by event name; rooms of units get at most one of each kind per machine and 250 ms, cycles added up. */
export interface ServerToBrowser {
  connected: (message: { server: string }) => void
  joined: (message: { room: string }) => void
  left: (message: { room: string }) => void
  refused: (message: { room: string }) => void
  status: (message: StatusMessage & { room: Room }) => void
  cycle: (message: CycleMessage & { room: Room }) => void
  tlm: (message: TelemetryMessage & { room: Room }) => void
  comm: (message: ContactMessage & { room: Room }) => void
  xsf: (message: ExcessiveMessage & { room: Room }) => void
  run: (message: RunMessage & { room: Room }) => void
  shift_mgmt: (message: ShiftLockMessage & { room: Room }) => void
  'job:start': (message: JobMessage & { room: JobRoom }) => void
  'job:finish': (message: JobMessage & { room: JobRoom }) => void
  device: (message: DeviceContactMessage & { room: DeviceRoom }) => void
  changed: (message: { room: ChangeRoom; what: Changed }) => void
  /** The server may have missed something: read again. */
  resync: () => void
  /** Reload the page after a random delay of 1 to 120 s. */
  refresh: () => void
}
export interface BrowserToServer {
  join: (message: { room: string }) => void
  leave: (message: { room: string }) => void
}
