import type { Ctx } from '../../platform/ctx.ts'
import type { MachinesChanged } from '../tree/index.ts'

/**
 * Account of a device: counts of its events, last contact and clock skew, as stored by ingest. Instants are epoch ms.
 */
export interface DeviceActivity {
  readonly received: number
  readonly accepted: number
  readonly duplicates: number
  readonly quarantined: number
  readonly discarded: number
  readonly lastContactAt: number | null
  readonly latestIp: string | null
  readonly firmware: string | null
  readonly clockSkewMs: number | null
  readonly clockSkewMeasuredAt: number | null
}

/** A change of the devices of a machine, as input of `settleEvents`. */
export interface DeviceMoved {
  readonly equipmentId: number
  /** Earliest instant at which the machine's primary may differ (epoch ms). */
  readonly from: number
  /** Device that was attached to the machine from a past instant `from` on; null when none was. */
  readonly attached: { readonly deviceId: number; readonly isPrimary: boolean; readonly from: number } | null
}

/** Functions of other modules that the devices module calls; the app provides them. */
export interface DevicesNeeds {
  readonly signingKey: Buffer
  readonly machinesChanged: MachinesChanged
  /**
   * Locks these machines until the transaction ends, so that the flow stores no event of them, and makes the flow read
   * their devices again. No event is then assigned by an outdated assignment.
   */
  readonly holdMachines: (ctx: Ctx, equipmentIds: readonly number[]) => Promise<void>
  /**
   * Moves stored events of an attached device that belong to no machine to its machine. Marks again which events come
   * from the machine's primary, by the current assignments. Returns the earliest instant that changed (epoch ms); null
   * when none did.
   */
  readonly settleEvents: (ctx: Ctx, moved: DeviceMoved) => Promise<number | null>
  /** Throws `before_horizon` when events before `from` (epoch ms) are already deleted. */
  readonly demandKept: (ctx: Ctx, equipmentIds: readonly number[], from: number) => Promise<void>
  /** Returns the accounts of devices; a device without any message has none. */
  readonly accountsOf: (ctx: Ctx, deviceIds: readonly number[]) => Promise<ReadonlyMap<number, DeviceActivity>>
}

declare module '../../platform/calls/needs.ts' {
  interface Needs extends DevicesNeeds {
    /** Ports on which devices reach this server by MQTT; null: not reachable from other machines. */
    readonly mqttPorts: () => { readonly plain: number | null; readonly tls: number | null }
  }
}
