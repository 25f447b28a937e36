import type { DeviceEvent } from '@millwatch/contract/devices'

/**
 * Number of messages that a machine sends while it runs, between two stops. `MESSAGES_OF_A_STOP` is the number of messages during
 * a stop.
 */
const MESSAGES_BETWEEN_STOPS = 100
const MESSAGES_OF_A_STOP = 45
const PARTS = 1000

/** Message with a single event. Its number counts the messages of a device since the run was begun or continued, from 0. */
export interface SoakMessage {
  readonly number: number
  /** Time of the event (epoch ms). */
  readonly at: number
}

/**
 * Returns the cycle time (ms) of the event in a message, which depends on the numbers of device and message only. It is 0 for a
 * message of a machine that stands still, which has a reading instead of a cycle.
 */
export function cycleMsOf(device: number, number: number): number {
  const place = (number + device) % (MESSAGES_BETWEEN_STOPS + MESSAGES_OF_A_STOP)
  return place < MESSAGES_BETWEEN_STOPS ? 7500 + ((device * 31 + number * 17) % PARTS) : 0
}

/**
 * Returns the envelope as JSON in which the device of this index sends messages: usually a single message, after an outage all
 * that waited. Its batch id contains the number of the piece of the run and that of the first message.
 */
export function envelopeOf(piece: number, device: number, messages: readonly SoakMessage[]): Buffer {
  const events = messages.map((message) => eventOf(device, message))
  return Buffer.from(JSON.stringify({ batch_id: `p${piece}-${messages[0]?.number}`, sent_at: Date.now(), events }))
}

function eventOf(device: number, { number, at }: SoakMessage): DeviceEvent {
  const readings = { temperature_1: 40 + (number % 37) / 10, analog_in_1: 500 + (number % 23) }
  const cycleMs = cycleMsOf(device, number)
  return cycleMs === 0
    ? { t: at, type: 'tlm', ...readings }
    : { t: at, type: 'cycle', cycle_time: cycleMs / 1000, ...readings }
}
