import type { Ctx } from '../../platform/ctx.ts'
import type { MachinesChanged } from '../tree/index.ts'

/** What a device is seen to do. */
export interface DeviceAccount {
  readonly received: number
  readonly accepted: number
  readonly duplicates: number
  readonly quarantined: number
  readonly last_contact_at: number | null
  readonly latest_ip: string | null
  readonly firmware: string | null
  readonly clock_skew_ms: number | null
  readonly clock_skew_measured_at: number | null
}

/** A device that was put on a machine as of an instant that has passed. */
export interface Attached {
  readonly deviceId: number
  readonly equipmentId: number
  readonly isPrimary: boolean
  /** Epoch ms. */
  readonly from: number
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
  /** Events of a device that stood on no machine since then go to the machine; an earlier primary's are no longer one's. */
  readonly attachEvents: (ctx: Ctx, attached: Attached) => Promise<void>
  /** Throws `before_horizon` when what was sent before `from` (epoch ms) is not kept any more. */
  readonly demandKept: (ctx: Ctx, equipmentIds: readonly number[], from: number) => Promise<void>
  /** The accounts of devices; one that never spoke has none. */
  readonly accountsOf: (ctx: Ctx, deviceIds: readonly number[]) => Promise<ReadonlyMap<number, DeviceAccount>>
}
