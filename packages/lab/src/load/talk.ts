import type { DeviceEvent, EnvelopeShape } from '@millwatch/contract/devices'
import type { Random } from '@millwatch/simulator/base/random'
import type { Speech } from './plant.ts'

/**
 * Generator of pseudo-random messages of a machine of the fault runs: cycles, stops, silences, power cuts, late batches and
 * events that go to quarantine.
 */
export class Talk {
  readonly #random: Random
  readonly #speech: Speech
  readonly #until: number
  /** Batches held back, to be sent later than batches that follow them. */
  readonly #held: EnvelopeShape[] = []
  #at: number
  #batches = 0

  /**
   * Creates the generator for events from the instant `from` to `until` (epoch ms, both included). Only the time of an event for
   * quarantine, and `since` of a ping, may lie before `from`.
   */
  constructor(random: Random, { from, until, speech }: { from: number; until: number; speech: Speech }) {
    this.#random = random
    this.#at = from
    this.#until = until
    this.#speech = speech
  }

  next(): EnvelopeShape {
    const isLate = this.#held.length > 0 && this.#random() < 0.2
    if (isLate) return this.#held.splice(Math.floor(this.#random() * this.#held.length), 1)[0] as EnvelopeShape
    const batch = this.#batch()
    if (this.#random() >= 0.15) return batch
    this.#held.push(batch)
    return this.#batch()
  }

  #batch(): EnvelopeShape {
    const events = Array.from({ length: 1 + Math.floor(this.#random() * 12) }, () => this.#event())
    return { batch_id: `f-${this.#batches++}`, sent_at: this.#at, events }
  }

  #event(): unknown {
    const step = this.#random()
    const range = step < 0.1 ? 0 : step < 0.97 ? 4000 : step < 0.99 ? 500_000 : 1_500_000
    this.#at = Math.min(this.#until, this.#at + Math.floor(this.#random() * range))
    const kind = this.#random()
    // These two go to quarantine: an unknown type, and a time before the device's clock was set.
    if (kind < 0.01) return { t: this.#at, type: 'wish', wish: 'more power' }
    if (kind < 0.02) return { t: 1000, type: 'ping' }
    return this.#readable(this.#random())
  }

  #readable(kind: number): DeviceEvent {
    const t = this.#at
    if (kind < 0.08) return { t, type: 'ping' }
    if (kind < 0.1) return { t, type: 'ping', since: t - Math.floor(this.#random() * 2_000_000) }
    if (kind < 0.25) return { t, type: 'tlm', temperature_1: Math.round(this.#random() * 900) / 10, analog_in_1: 500 }
    if (kind < 0.28) return { t, type: 'power', on: this.#random() < 0.6 }
    if (kind < 0.34 && this.#speech === 'status')
      return { t, type: 'status', status: this.#random() < 0.6 ? 'running' : 'down' }
    if (this.#speech === 'input' && this.#random() < 0.5)
      return { t, type: 'input', input: '24v0', value: this.#random() < 0.6 ? 1 : 0 }
    if (kind < 0.4) return { t, type: 'cycle', count: 1 + Math.floor(this.#random() * 20), cycle_time: 1.25 }
    if (kind < 0.45) return { t, type: 'cycle' }
    return { t, type: 'cycle', cycle_time: Math.round(this.#random() * 12_000) / 1000, temperature_1: 41.5 }
  }
}
