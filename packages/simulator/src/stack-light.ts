import type { DeviceEvent } from '@millwatch/contract/devices'
import { OutputsCommand } from '@millwatch/contract/shapes/device'
import { Value } from 'typebox/value'

/** Outputs of a device that are on (1) or off (0). */
export interface Levels {
  readonly '24v': 0 | 1
  readonly '120v': 0 | 1
}

/** Stack light at the outputs of a device: a red light at 24 V and a horn at 120 V, both off at first. */
export class StackLight {
  #levels: Levels = { '24v': 0, '120v': 0 }

  get levels(): Levels {
    return this.#levels
  }

  /**
   * Sets the outputs by a command, also one received before, and returns the event by which the device acknowledges the command
   * at `t` (epoch ms, by its own clock). Returns null and changes nothing for any other value than an outputs command.
   */
  obey(command: unknown, t: number): DeviceEvent | null {
    if (!Value.Check(OutputsCommand, command)) return null
    this.#levels = { '24v': command['24v'], '120v': command['120v'] }
    return { t, type: 'ack', id: command.id }
  }
}
