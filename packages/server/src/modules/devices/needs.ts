import type { Ctx } from '../../platform/ctx.ts'

/**
 * Account of a device: numbers of its events, last contact and clock skew, as stored by ingest. Instants are epoch ms; null: not
 * known.
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

declare module '../../platform/calls/needs.ts' {
  interface Needs {
    /** Returns the ports at which devices reach this server by MQTT; null: not reachable from other machines. */
    readonly mqttPorts: () => { readonly plain: number | null; readonly tls: number | null }
    /** Returns the accounts of devices by device id; a device that never sent a message has no entry. */
    readonly accountsOf: (ctx: Ctx, deviceIds: readonly number[]) => Promise<ReadonlyMap<number, DeviceActivity>>
  }
}
