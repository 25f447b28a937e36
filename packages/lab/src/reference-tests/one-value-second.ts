/** Adds a second device to each machine: it sends readings, repeats a batch, becomes primary and gives the role back. */
import { randomUUID } from 'node:crypto'
import { createDevice, updateDevice } from '@millwatch/contract/http/devices'
import { getEquipment } from '@millwatch/contract/http/tree'
import type { ManualClock } from '@millwatch/server/platform/clock'
import type { InjectApp } from '../app/inject-app.ts'
import { dice } from './device-events.ts'
import type { StoryMachine, Works } from './figure-stories.ts'

const HOUR_MS = 3_600_000

/**
 * Kind of events that the second device of a machine adds to a step of a figure story: none, a reading, a late reading, the last
 * batch again, or a change of the primary device.
 */
export type Beside = 'nothing' | 'reading' | 'late reading' | 'again' | 'takeover'

interface Happening {
  readonly beside: Beside
  readonly pick: number
  readonly hours: number
  readonly machine: number
}

interface Device {
  readonly id: number
  readonly authorization: string
}

export class SecondDevices {
  readonly #test: InjectApp
  readonly #clock: ManualClock
  readonly #works: Works
  readonly #devices = new Map<number, Device>()
  #last: { authorization: string; payload: object } | undefined
  #batches = 0

  private constructor(test: InjectApp, clock: ManualClock, works: Works) {
    this.#test = test
    this.#clock = clock
    this.#works = works
  }

  static async add(test: InjectApp, clock: ManualClock, works: Works): Promise<SecondDevices> {
    const second = new SecondDevices(test, clock, works)
    const { token, machines } = works.plant
    for (const { id } of machines) {
      const deviceUUID = randomUUID()
      const body = { deviceUUID, equipId: id, primary: false, active: true }
      const { device, device_key } = await test.ask(createDevice, { token, body })
      second.#devices.set(id, { id: device.id, authorization: `Device ${deviceUUID}:${device_key}` })
    }
    return second
  }

  async happen({ beside, pick, hours, machine: place }: Happening): Promise<void> {
    const { token, machines } = this.#works.plant
    const machine = machines[place] as StoryMachine
    const { equip } = await this.#test.ask(getEquipment, { token, params: { id: machine.id } })
    // Devices of an archived machine are inactive.
    if (equip.archived || beside === 'nothing') return
    this.#clock.advance(1)
    // Rollups are built first, so that the event changes built ones.
    if (pick % 4 !== 0) await this.#test.app.flow.rollUp()
    const now = this.#clock.now()
    if (beside === 'reading') await this.#read(machine, now, pick)
    else if (beside === 'late reading') await this.#read(machine, now - Math.round(hours * HOUR_MS), pick)
    else if (beside === 'takeover') await this.#takeOver(machine, pick)
    else if (this.#last !== undefined) await this.#send(this.#last.authorization, this.#last.payload)
  }

  /**
   * Sends 1 to 4 random readings and cycles of the second device as a batch; the latest is at `until` (epoch ms). Activates the
   * device before that.
   */
  async #read({ id }: StoryMachine, until: number, seed: number): Promise<void> {
    const second = this.#devices.get(id)
    if (second === undefined) return
    await this.#takeIntoService(id, second)
    const roll = dice(seed)
    const events = Array.from({ length: 1 + Math.floor(roll() * 4) }, (_, i) => ({
      t: until - Math.round(i * roll() * HOUR_MS),
      type: roll() < 0.8 ? 'tlm' : 'cycle',
      temperature_1: Math.round(roll() * 8000) / 8,
      ...(roll() < 0.5 ? { analog_in_1: Math.floor(roll() * 4096) } : {}),
    }))
    const payload = { batch_id: `second-${this.#batches++}`, sent_at: this.#clock.now(), events }
    this.#last = { authorization: second.authorization, payload }
    await this.#send(second.authorization, payload)
  }

  /**
   * Activates the second device as a further device of the machine, unless it is active. Archiving a machine deactivates its
   * devices.
   */
  async #takeIntoService(machineId: number, second: Device): Promise<void> {
    const { token } = this.#works.plant
    const { equip } = await this.#test.ask(getEquipment, { token, params: { id: machineId } })
    if (equip.Devices.find(({ id }) => id === second.id)?.active === true) return
    const body = { active: true, primary: false }
    await this.#test.ask(updateDevice, { token, params: { id: second.id }, body })
  }

  async #send(authorization: string, payload: object): Promise<void> {
    const answer = await this.#test.call('POST', '/v0/ingest', { headers: { authorization }, body: payload })
    // The server refuses an inactive device (401), and nothing changes.
    if (answer.status !== 200 && answer.status !== 401) throw new Error(`Ingest: ${answer.status} ${answer.text}`)
  }

  /** Makes the second device the primary of its machine if `pick` is even, otherwise the first device. */
  async #takeOver({ id, deviceId }: StoryMachine, pick: number): Promise<void> {
    const other = this.#devices.get(id)?.id ?? deviceId
    const body = { active: true, primary: true }
    const params = { id: pick % 2 === 0 ? other : deviceId }
    await this.#test.ask(updateDevice, { token: this.#works.plant.token, params, body })
  }
}
