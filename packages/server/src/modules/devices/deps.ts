import type { Ctx } from '../../platform/ctx.ts'
import type { MachinesChanged } from '../tree/index.ts'

/** What a device is seen to do. */
export interface DeviceAccount {
  readonly received: number
  readonly accepted: number
  readonly duplicates: number
  readonly quarantined: number
  readonly discarded: number
  readonly last_contact_at: number | null
  readonly latest_ip: string | null
  readonly firmware: string | null
  readonly clock_skew_ms: number | null
  readonly clock_skew_measured_at: number | null
}

/** A change of the devices of a machine. */
export interface DeviceMoved {
  readonly equipmentId: number
  /** The earliest instant at which the machine's primary may be another (epoch ms). */
  readonly from: number
  /** The device that was put on the machine as of an instant `from` that has passed; null where none was. */
  readonly attached: { readonly deviceId: number; readonly isPrimary: boolean; readonly from: number } | null
}

/** What changes of devices need of others. */
export interface DevicesDeps {
  readonly signingKey: Buffer
  readonly machinesChanged: MachinesChanged
  /**
   * Keeps the flow from storing anything of these machines until the transaction ends, and lets it read anew which devices
   * they have: no event is placed by an assignment that has been changed.
   */
  readonly holdMachines: (ctx: Ctx, equipmentIds: readonly number[]) => Promise<void>
  /**
   * Moves the stored events of an attached device that belong to no machine to the machine, and marks anew which events come
   * from its primary, as devices are assigned now. Returns the earliest instant that changed (epoch ms); null when none did.
   */
  readonly settleEvents: (ctx: Ctx, moved: DeviceMoved) => Promise<number | null>
  /** Throws `before_horizon` when what was sent before `from` (epoch ms) is not kept any more. */
  readonly demandKept: (ctx: Ctx, equipmentIds: readonly number[], from: number) => Promise<void>
  /** The accounts of devices; one that never spoke has none. */
  readonly accountsOf: (ctx: Ctx, deviceIds: readonly number[]) => Promise<ReadonlyMap<number, DeviceAccount>>
}
