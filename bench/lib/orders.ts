/** What the load process is asked to do, over the channel of `fork`. */
export type Order =
  /** Every device sends as fast as it is acknowledged, one message in flight each. */
  | {
      readonly kind: 'flood'
      readonly over: 'http' | 'mqtt'
      readonly port: number
      readonly devices: readonly LoadDevice[]
      /** 1: told now, as it happens. */
      readonly eventsPerMessage: number
      readonly warmUpMs: number
      readonly runMs: number
    }
  /** Cycles at a steady pace over MQTT, each told at the moment it is sent, whether the last is acknowledged or not. */
  | {
      readonly kind: 'pace'
      readonly port: number
      readonly devices: readonly LoadDevice[]
      readonly eventsPerS: number
      readonly runMs: number
    }

export interface LoadDevice {
  readonly uuid: string
  readonly key: string
}

export interface LoadResult {
  /** Acknowledged within the run, after the warm-up. */
  readonly events: number
  readonly ms: number
  /** From send to acknowledgement. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** Messages that were refused or lost. */
  readonly failed: number
}
