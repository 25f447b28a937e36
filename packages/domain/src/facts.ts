import type { ShiftRow } from './shifts/index.ts'
import type { SettingEffect, SettingsFrom } from './tree/index.ts'

/**
 * Changes of one commit to one machine, with short names because many are sent. An absent field did not change. Instants are
 * epoch ms.
 */
export interface MachineAdvance {
  /** Current status and its start. */
  s?: readonly [status: number, startedAt: number]
  /**
   * Number of new cycles; the latest cycle of the machine (nulls: none, or not sent), with 1 if it is a new one and a startup
   * cycle, else 0; and 1 if status in the past was computed again, else 0.
   */
  y?: readonly [
    count: number,
    occurredAt: number | null,
    cycleMs: number | null,
    temperature1: number | null,
    analogIn1: number | null,
    isStartup: 0 | 1,
    restated: 0 | 1,
  ]
  /** Latest reading: instant (epoch ms), temperature and analog value; null: not sent. */
  t?: readonly [occurredAt: number, temperature1: number | null, analogIn1: number | null]
  /** Latest receipt of a message from the primary device. */
  p?: number
  /** Run of the machine with the latest start, active or ended; present if any run of the machine began, changed or ended. */
  r?: readonly [
    runId: number,
    startedAt: number,
    endedAt: number | null,
    cycles: number,
    cyclesTotal: number | null,
    endedByCount: 0 | 1,
  ]
}

/**
 * Fact that events or time changed data of machines. A commit states it once for its events, with each machine once, however many
 * events it contains, and once more for runs that ended.
 */
export interface MachinesAdvanced {
  readonly kind: 'machine.advanced'
  readonly machines: readonly (readonly [equipmentId: number, advance: MachineAdvance])[]
}

/** Ids of the machines that a fact concerns. */
interface AboutMachines {
  readonly equipmentIds: readonly number[]
}

/** Fact that a person or a job changed something about machines; `equipmentIds` are those machines. */
export type MachineFact = AboutMachines &
  (
    | { readonly kind: 'stop.annotated' /** null: several stops. */; readonly stopId: number | null }
    | { readonly kind: 'run.started' | 'run.changed' | 'run.ended'; readonly runId: number }
    | { readonly kind: 'schedule.changed'; readonly orgUnitIds: readonly number[] }
    | { readonly kind: 'shift.edited'; readonly jobId: number }
    | { readonly kind: 'shift.locked'; readonly jobId: number; readonly lockedAt: number }
    | { readonly kind: 'shift.unlocked' }
    | { readonly kind: 'setting.changed' }
    | { readonly kind: 'tree.changed'; readonly orgUnitIds: readonly number[] }
    | { readonly kind: 'device.changed'; readonly deviceId: number }
    | { readonly kind: 'quarantine.changed'; readonly deviceId: number }
    | { readonly kind: 'alarm.changed'; readonly alarmId: number | null /** null: several alarms. */ }
    | { readonly kind: 'part_history.changed'; readonly historyId: number | null /** null: several rows. */ }
  )

/** Fact that something changed that belongs to the whole company, such as a tag, a list or a member. */
export type CompanyFact =
  | { readonly kind: 'reason.changed'; readonly reasonId: number }
  | { readonly kind: 'tag.changed'; readonly tagId: number }
  | { readonly kind: 'part.changed'; readonly partId: number }
  | { readonly kind: 'template.changed'; readonly templateId: number }
  | { readonly kind: 'list.changed' }
  | { readonly kind: 'company.changed' }
  | { readonly kind: 'addin.changed'; readonly addinId: number }
  | { readonly kind: 'group.changed'; readonly groupId: number }
  | { readonly kind: 'kiosk.changed'; readonly kioskId: number }
  | { readonly kind: 'api_key.changed'; readonly apiKeyId: number }
  | { readonly kind: 'webhook.changed'; readonly webhookId: number }
  | { readonly kind: 'member.changed'; readonly userId: number }
  | { readonly kind: 'notification.published'; readonly notificationId: number }

/** Fact that a job started or finished. */
export interface JobFact {
  readonly kind: 'job.started' | 'job.finished'
  readonly jobId: number
}

/**
 * Fact that a run that notifies groups reached its total. `ended` is false if the run goes on with overrun. It is stored once per
 * run (`keyOfFact`).
 */
export interface RunCompleted extends AboutMachines {
  readonly kind: 'run.completed'
  readonly runId: number
  readonly groupIds: readonly number[]
  /** Instant of the cycle that reached the total, epoch ms. */
  readonly completedAt: number
  readonly cycles: number
  readonly ended: boolean
}

/** Fact that is stored in the outbox with the change, and handled once by each of its subscribers. */
export type DurableFact = RunCompleted

/** Parts of a machine that people change and that figures depend on. */
export type ChangedPart =
  /** A setting of the machine, by its row in `machineSettings`. */
  | SettingEffect
  /** The primary device, or an attached event. */
  | 'primary'
  | 'input_setup'
  | 'analog'
  /** The inherited time zone. */
  | 'zone'
  /** The own or inherited schedule. */
  | 'schedule'
  /** Shift history edited by a person. */
  | 'shifts'
  /** A stop that a person ignored or restored. */
  | 'ignored_stop'
  | 'run'

/** A change of one machine as of `from` (epoch ms), until `to` if it ends. */
export interface MachineChange {
  readonly equipmentId: number
  readonly from: number
  readonly to?: number
  readonly parts: readonly ChangedPart[]
  /** Values before the change, when past figures may differ now; a restatement is then recorded if they do. */
  readonly before?: {
    /** Rows of shift history that touched the time of the change. */
    readonly shifts?: readonly ShiftRow[]
    /** All settings over time. */
    readonly settings?: readonly SettingsFrom[]
  }
}

/** A change of the devices of a machine. */
export interface DeviceMove {
  readonly equipmentId: number
  /** Instant from which the change was requested (epoch ms). */
  readonly changedAt: number
  /** Earliest instant at which the machine's primary may differ (epoch ms). */
  readonly from: number
  /** Device that was attached to the machine from a past instant `from` on; null when none was. */
  readonly attached: { readonly deviceId: number; readonly isPrimary: boolean; readonly from: number } | null
}

/**
 * A fact whose effects must be in the same commit. Its subscribers are called in the transaction that states it, and the
 * statement resolves after them. A subscriber that throws refuses the change.
 */
export type SharedFact =
  /** A member left the company, or an invitation ended; `userId` is the id in the list of members. */
  | { readonly kind: 'member.removed'; readonly userId: number }
  | { readonly kind: 'invitation.accepted'; readonly invitationId: number; readonly userId: number }
  /** A person stopped the emails about these alarms by the link in one of them. */
  | { readonly kind: 'notice.refused'; readonly userId: number; readonly alarmIds: readonly number[] }
  /** A machine was archived, or removed for good. */
  | { readonly kind: 'machine.released'; readonly equipmentId: number; readonly isRemoved: boolean }
  /** The devices or settings of these machines change next: until the commit, nobody else stores events of them. */
  | { readonly kind: 'machine.reserved'; readonly equipmentIds: readonly number[] }
  /** The past of these machines changes from `from` (epoch ms) on, which is refused where their events are deleted. */
  | { readonly kind: 'past.opened'; readonly equipmentIds: readonly number[]; readonly from: number }
  /** Schedules, zones or parents change next, so the present ones are applied up to now first. */
  | { readonly kind: 'plan.closed' }
  | { readonly kind: 'device.moved'; readonly moves: readonly DeviceMove[] }
  | { readonly kind: 'machine.changed'; readonly changes: readonly MachineChange[] }

export type SharedFactKind = SharedFact['kind']
export type SharedFactOfKind<Kind extends SharedFactKind> = Extract<SharedFact, { readonly kind: Kind }>

const SHARED: Readonly<Record<SharedFactKind, true>> = {
  'member.removed': true,
  'invitation.accepted': true,
  'notice.refused': true,
  'machine.released': true,
  'machine.reserved': true,
  'past.opened': true,
  'plan.closed': true,
  'device.moved': true,
  'machine.changed': true,
}

/**
 * Returns true for facts that are handled in the transaction that states them; all others are handled after the commit.
 */
export const isShared = (fact: Fact | SharedFact): fact is SharedFact => Object.hasOwn(SHARED, fact.kind)

/**
 * Closed list of facts: everything that can happen, apart from `SharedFact`. A module states a fact in the transaction of the
 * change; subscribers handle it after the commit. A fact contains the ids with which a subscriber reads the changed data.
 */
export type Fact = MachinesAdvanced | MachineFact | CompanyFact | JobFact | DurableFact

export type FactKind = Fact['kind']
export type FactOfKind<Kind extends FactKind> = Extract<Fact, { readonly kind: Kind }>

/** Functions that return the key of a durable fact within its company, by kind of fact. Facts of other kinds are not stored. */
const durable: { readonly [Kind in DurableFact['kind']]: (fact: FactOfKind<Kind>) => string } = {
  'run.completed': ({ runId }) => `run:${runId}:completed`,
}

/**
 * Returns true for a fact that the outbox stores until every subscriber has handled it; other facts are passed on once and
 * not stored.
 */
export const isDurable = (fact: Fact): fact is DurableFact => Object.hasOwn(durable, fact.kind)

/** Returns the key of a durable fact within its company. A fact whose key was stored before is not stored again. */
export const keyOfFact = (fact: DurableFact): string => durable[fact.kind](fact)
