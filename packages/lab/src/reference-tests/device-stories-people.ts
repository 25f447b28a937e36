/** Changes that people make in a story, to devices, roles and settings, each recorded for the reference model. */
import { randomUUID } from 'node:crypto'
import * as devices from '@millwatch/contract/http/devices'
import { createEquipment, updateEquipment } from '@millwatch/contract/http/tree'
import type { InjectApp } from '../app/inject-app.ts'
import { type AssignmentChange, timesOnMachines } from '../reference/device-assignments.ts'
import type { ReferenceSetup } from '../reference/inputs.ts'
import type { MachineSettings, Taken } from '../reference/several-devices.ts'
import type { ReferenceFixed, ReferenceSetting } from '../reference/status-data.ts'
import { type SetupName, setups } from './device-setups.ts'
import { MINUTE_MS, type Step } from './device-stories.ts'
import { nameOf } from './device-stories-plan.ts'

const iso = (at: number) => new Date(at).toISOString()

export interface Site {
  readonly test: InjectApp
  readonly token: string
  readonly unitId: number
}

export interface StoryDevice {
  readonly id: number
  readonly authorization: string
  isActive: boolean
}

export class StoryPeople {
  readonly machines: number[] = []
  readonly devices: StoryDevice[] = []
  readonly taken: Taken[] = []
  /** Input set-ups by name of the device, ascending; the first applies from the beginning of time. */
  readonly setups = new Map<string, ReferenceSetup[]>()
  readonly #site: Site
  readonly #settings: { readonly maximumCycle: ReferenceSetting[]; readonly source: ReferenceFixed[] }[] = []

  constructor(site: Site) {
    this.#site = site
  }

  async addMachine(): Promise<void> {
    const { test, token, unitId } = this.#site
    const body = { name: randomUUID(), parent_id: unitId }
    const { equip } = await test.ask(createEquipment, { token, body })
    this.machines.push(equip.id)
    this.#settings.push({ maximumCycle: [], source: [] })
  }

  settingsOf(machine: number): MachineSettings {
    return this.#settings[machine] ?? { maximumCycle: [], source: [] }
  }

  async activateAll(): Promise<void> {
    for (const index of this.devices.keys()) await this.#activate(index, false)
  }

  #changes(): AssignmentChange[] {
    return this.taken.flatMap((each) => (each.kind === 'change' ? [each.change] : []))
  }

  #assign(device: number, machine: number | null, isPrimary: boolean, from: number, isDated = false): void {
    const change = {
      device: nameOf(device),
      machine: machine === null ? null : String(machine),
      isPrimary,
      from,
      isDated,
    }
    this.taken.push({ kind: 'change', change })
  }

  async change(step: Step): Promise<void> {
    const count = this.devices.length
    if (step.kind === 'add') await this.#add(step)
    else if (step.kind === 'put') await this.#put(step.device % count, step)
    else if (step.kind === 'remove') await this.#remove(step.device % count)
    else if (step.kind === 'deactivate') await this.#deactivate(step.device % count)
    else if (step.kind === 'activate') await this.#activate(step.device % count, step.primary)
    else if (step.kind === 'role') await this.#changeRole(step.device % count, step.primary)
    else if (step.kind === 'setup') await this.#setUp(step.device % count, step.setup)
    else if (step.kind === 'maximum' || step.kind === 'source') await this.#changeMachine(step)
  }

  async #add({ machine: which, primary, backMin, setup }: Extract<Step, { kind: 'add' }>): Promise<void> {
    const { test, token } = this.#site
    const now = test.clock.now()
    const machine = which % this.machines.length
    const from = backMin === null ? now : now - backMin * MINUTE_MS
    const uuid = randomUUID()
    const { setup: inputSetup, plan } = setups[setup]
    const body = {
      ...{ deviceUUID: uuid, equipId: this.machines[machine] ?? 0, primary, active: true },
      ...(inputSetup === null ? {} : { inputSetup }),
      ...(backMin === null ? {} : { from: iso(from) }),
    }
    const { device, device_key: key } = await test.ask(devices.createDevice, { token, body })
    this.devices.push({ id: device.id, authorization: `Device ${uuid}:${key}`, isActive: true })
    const index = this.devices.length - 1
    this.setups.set(nameOf(index), [{ from: Number.NEGATIVE_INFINITY, ...plan }])
    this.#assign(index, machine, primary, from, backMin !== null)
  }

  /**
   * Puts a device on a machine and activates it. A removed device may return as of an earlier instant, but not before its
   * removal; any other device moves from now on.
   */
  async #put(index: number, { machine: which, primary, backMin }: Extract<Step, { kind: 'put' }>): Promise<void> {
    const { test, token } = this.#site
    const device = this.devices[index] as StoryDevice
    const now = test.clock.now()
    const machine = which % this.machines.length
    const last = timesOnMachines(this.#changes(), nameOf(index)).at(-1)
    const isDated = backMin !== null && last?.to != null
    const from = isDated ? Math.max(last.to, now - backMin * MINUTE_MS) : now
    const body = {
      equipId: this.machines[machine] ?? 0,
      primary,
      active: true,
      ...(isDated ? { from: iso(from) } : {}),
    }
    await test.ask(devices.reassignDevice, { token, params: { id: device.id }, body })
    device.isActive = true
    this.#assign(index, machine, primary, from, isDated)
  }

  async #remove(index: number): Promise<void> {
    const { test, token } = this.#site
    const { id } = this.devices[index] as StoryDevice
    await test.ask(devices.removeDevice, { token, params: { id } })
    this.#assign(index, null, false, test.clock.now())
  }

  async #deactivate(index: number): Promise<void> {
    await this.#update(index, { active: false })
    ;(this.devices[index] as StoryDevice).isActive = false
    this.#assign(index, this.#machineOf(index), false, this.#site.test.clock.now())
  }

  async #activate(index: number, primary: boolean): Promise<void> {
    const device = this.devices[index] as StoryDevice
    if (device.isActive) return
    await this.#update(index, { active: true, primary })
    device.isActive = true
    const machine = this.#machineOf(index)
    this.#assign(index, machine, primary && machine !== null, this.#site.test.clock.now())
  }

  async #changeRole(index: number, primary: boolean): Promise<void> {
    const machine = this.#machineOf(index)
    if (machine === null) return
    await this.#update(index, { primary })
    if (primary) (this.devices[index] as StoryDevice).isActive = true
    this.#assign(index, machine, primary, this.#site.test.clock.now())
  }

  async #setUp(index: number, name: SetupName): Promise<void> {
    const { setup: inputSetup, plan } = setups[name]
    await this.#update(index, { inputSetup })
    this.setups.get(nameOf(index))?.push({ from: this.#site.test.clock.now(), ...plan })
  }

  async #changeMachine(step: Extract<Step, { kind: 'maximum' | 'source' }>): Promise<void> {
    const { test, token } = this.#site
    const now = test.clock.now()
    const machine = step.machine % this.machines.length
    const from = step.backMin === null ? now : now - step.backMin * MINUTE_MS
    const setting = step.kind === 'maximum' ? { maximum_allowed_cycle_time: step.seconds } : { source: step.source }
    const body = { ...setting, ...(step.backMin === null ? {} : { from: iso(from) }) }
    await test.ask(updateEquipment, { token, params: { id: this.machines[machine] ?? 0 }, body })
    const settings = this.#settings[machine]
    if (step.kind === 'source') settings?.source.push({ from, source: step.source })
    else settings?.maximumCycle.push({ from, ms: step.seconds === null ? null : step.seconds * 1000 })
  }

  async #update(index: number, body: object): Promise<void> {
    const { test, token } = this.#site
    const { id } = this.devices[index] as StoryDevice
    await test.ask(devices.updateDevice, { token, params: { id }, body })
  }

  #machineOf(index: number): number | null {
    const last = timesOnMachines(this.#changes(), nameOf(index)).at(-1)
    return last?.to === null ? Number(last.machine) : null
  }
}
