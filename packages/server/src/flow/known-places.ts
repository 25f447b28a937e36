import type { Assignment } from '../modules/devices/index.ts'
import type { Machine } from './machines.ts'
import type { Places } from './place.ts'

interface Known {
  readonly assignments: readonly Assignment[]
  /** Present and past machines of the device, each with the `readAs` that it had. */
  readonly machines: ReadonlyMap<number, Machine['readAs']>
}

const MOST_DEVICES = 50_000

/**
 * Cache in this process of the assignments of devices to machines. An entry is outdated as soon as the `readAs` of one of the
 * device's present or past machines differs, since each change of assignments has the machine read again.
 */
export class KnownPlaces {
  readonly #known = new Map<string, Known>()

  /** Returns the cached assignments of devices by device id; devices that are not cached are left out. They may be outdated. */
  of(companyId: number, deviceIds: readonly number[]): Map<number, readonly Assignment[]> {
    const places = new Map<number, readonly Assignment[]>()
    for (const id of deviceIds) {
      const cached = this.#known.get(`${companyId}/${id}`)
      if (cached !== undefined) places.set(id, cached.assignments)
    }
    return places
  }

  /**
   * Returns the cached ones of these devices whose assignments are outdated, because one of their machines is not in `held` or
   * was read again.
   */
  outdated(companyId: number, deviceIds: Iterable<number>, held: ReadonlyMap<number, Machine>): number[] {
    const outdated: number[] = []
    for (const id of deviceIds) {
      const cached = this.#known.get(`${companyId}/${id}`)
      if (
        cached !== undefined &&
        [...cached.machines].some(([machine, readAs]) => held.get(machine)?.readAs !== readAs)
      )
        outdated.push(id)
    }
    return outdated
  }

  forget(companyId: number, deviceIds: readonly number[]): void {
    for (const id of deviceIds) this.#known.delete(`${companyId}/${id}`)
  }

  /** Caches the assignments of devices that a commit used, together with the machines that it had locked. */
  keep(companyId: number, places: Places, held: ReadonlyMap<number, Machine>): void {
    for (const [id, assignments] of places) {
      const key = `${companyId}/${id}`
      const cached = this.#known.get(key)
      const isSame = ({ equipmentId }: Assignment) =>
        cached?.machines.get(equipmentId) === held.get(equipmentId)?.readAs
      if (cached?.assignments === assignments && assignments.every(isSame)) continue
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
