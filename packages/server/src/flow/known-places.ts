import type { Assignment } from '../modules/devices/index.ts'
import type { Machine } from './machines.ts'
import type { Places } from './place.ts'

interface Known {
  readonly assignments: readonly Assignment[]
  /** The machines it stands or stood on, each as it was read. */
  readonly machines: ReadonlyMap<number, Machine['readAs']>
}

const MOST_DEVICES = 50_000

/**
 * Where devices stand and stood, as this process read it last. Whoever changes that outdates every machine a device stands or
 * stood on: as long as those are the machines that were read then, it is so still.
 */
export class KnownPlaces {
  readonly #known = new Map<string, Known>()

  /** Of those asked for, the devices of which it is known. */
  of(companyId: number, deviceIds: readonly number[]): Map<number, readonly Assignment[]> {
    const places = new Map<number, readonly Assignment[]>()
    for (const id of deviceIds) {
      const known = this.#known.get(`${companyId}/${id}`)
      if (known !== undefined) places.set(id, known.assignments)
    }
    return places
  }

  /** Of those asked for, the devices with a machine that was read anew since. */
  outdated(companyId: number, deviceIds: Iterable<number>, held: ReadonlyMap<number, Machine>): number[] {
    const outdated: number[] = []
    for (const id of deviceIds) {
      const known = this.#known.get(`${companyId}/${id}`)
      if (known !== undefined && [...known.machines].some(([machine, readAs]) => held.get(machine)?.readAs !== readAs))
        outdated.push(id)
    }
    return outdated
  }

  forget(companyId: number, deviceIds: readonly number[]): void {
    for (const id of deviceIds) this.#known.delete(`${companyId}/${id}`)
  }

  /** Keeps what a commit found to be so of the machines it held. */
  keep(companyId: number, places: Places, held: ReadonlyMap<number, Machine>): void {
    for (const [id, assignments] of places) {
      const key = `${companyId}/${id}`
      const known = this.#known.get(key)
      const isSame = ({ equipmentId }: Assignment) => known?.machines.get(equipmentId) === held.get(equipmentId)?.readAs
      if (known?.assignments === assignments && assignments.every(isSame)) continue
      const machines = new Map<number, Machine['readAs']>()
      for (const { equipmentId } of assignments) {
        const machine = held.get(equipmentId)
        if (machine !== undefined) machines.set(equipmentId, machine.readAs)
      }
      if (this.#known.size >= MOST_DEVICES) this.#known.clear()
      this.#known.set(key, { assignments, machines })
    }
  }
}
