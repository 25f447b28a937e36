/** An order to the load process, over the channel of `fork`. */
export type Order =
  /** Every device sends as fast as it gets acknowledgements, with one message in flight. */
  | {
      readonly kind: 'flood'
      readonly over: 'http' | 'mqtt'
      readonly port: number
      readonly devices: readonly LoadDevice[]
      /** Number of events in a message; with 1, each event has the present time. */
      readonly eventsPerMessage: number
      readonly warmUpMs: number
      readonly runMs: number
    }
  /** Cycles at a steady rate over MQTT, each sent at its own time even if the last is not acknowledged. */
  | {
      readonly kind: 'fixed-rate'
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
  /** Number of events acknowledged within the run, after the warm-up. */
  readonly events: number
  /** Number of events acknowledged at all, also in the warm-up and after the end. */
  readonly allEvents: number
  readonly ms: number
  /** Times from send to acknowledgement. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** Number of messages that were refused or lost. */
  readonly failed: number
}
