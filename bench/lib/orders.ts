/** Order to the load process, sent over the channel of `fork`. */
export type Order =
  /** Order by which every device sends a message, waits for the acknowledgement, and sends the next. */
  | {
      readonly kind: 'flood'
      readonly over: 'http' | 'mqtt'
      readonly port: number
      readonly devices: readonly LoadDevice[]
      /** Number of events in a message. With 1, the event has the present time; with more, events have past times. */
      readonly eventsPerMessage: number
      readonly warmUpMs: number
      readonly runMs: number
    }
  /**
   * Order by which cycles are sent over MQTT at a steady rate, each at its own time even if earlier ones are not acknowledged.
   */
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
  /** Number of events acknowledged from the first message to the last, including the warm-up. */
  readonly allEvents: number
  readonly ms: number
  /** Median time (ms) from sending a message to its acknowledgement; `p99Ms` is the 99 % quantile. NaN without messages. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** Number of messages that were refused, or that got no acknowledgement before the connection broke. */
  readonly failed: number
}
