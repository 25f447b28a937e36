import type { MarkState } from '@millwatch/domain/ingest'
import {
  defaultStatusSettings,
  initialStatusState,
  type MachineEvent,
  type PrimaryTenure,
  primaryChanges,
  type StatusSettings,
  type StatusState,
} from '@millwatch/domain/status'
import type { EventKey } from '@millwatch/domain/telemetry'
import { loadPrimaries } from '../modules/devices/index.ts'
import { type MachineRuns, runsOfMachines } from '../modules/runs/index.ts'
import {
  createMachines,
  loadIntervals,
  loadMachines,
  lockMachines,
  type MachineRow,
  type RecomputeCause,
  type StoredInterval,
} from '../modules/status/index.ts'
import { type Latest, nothingYet } from '../modules/telemetry/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { statusSettingsOf } from './status-settings.ts'

/**
 * State of a machine as the flow caches it between two commits. Instants are epoch ms. An object of this type is never changed,
 * only replaced by a new one.
 */
export interface Machine {
  readonly equipmentId: number
  readonly version: number
  readonly state: StatusState
  /** Key of the last processed event; null: none yet. */
  readonly head: EventKey | null
  readonly beganAt: number | null
  /**
   * Time of the earliest event of all devices of the machine. It may be earlier than `beganAt`, because readings of devices that
   * are not primary affect no status.
   */
  readonly firstEventAt: number | null
  readonly latest: Latest
  readonly pendingFrom: number | null
  readonly recomputeFrom: number | null
  readonly recomputeCause: RecomputeCause | null
  readonly recomputeBy: number | null
  /** Active run of the machine and the end of its last ended run; null: it never had a run. */
  readonly runs: MachineRuns | null
  /** Number of cycles of the active run so far. */
  readonly runCycles: number
  readonly sinceCheckpoint: number
  readonly dueAt: number | null
  /** Stored intervals from the one that contains the settled point, or ends at it, to the last one. */
  readonly tail: readonly StoredInterval[]
  /** Primary devices of the machine over time, by the present assignments. */
  readonly primaries: readonly PrimaryTenure[]
  /** Changes of the primary device, as events of the machine; the first primary device is not a change. */
  readonly handovers: readonly MachineEvent[]
  readonly settings: StatusSettings
  /** Instant before which events are removed and refused; null: all events are kept. */
  readonly horizonAt: number | null
  /**
   * State with which the next cycle is marked as startup or outlier, and the last stored cycle; null: not read yet. It exists in
   * this process only.
   */
  readonly marking: Marking | null
  /** Symbol that stays the same as long as only this process changed the machine. */
  readonly readAs: symbol
}

export interface Marking {
  readonly state: MarkState
  readonly last: EventKey | null
}

const MOST_MACHINES = 20_000

/**
 * Cache of up to 20,000 machines as this process last committed them; beyond that, those not committed for longest are removed.
 * The caller must compare `version` with the stored one, because another process may have changed a machine since.
 */
export class MachineCache {
  readonly #machines = new Map<string, Machine>()

  get(companyId: number, equipmentId: number): Machine | undefined {
    return this.#machines.get(`${companyId}/${equipmentId}`)
  }

  /** Returns true if all of these machines are cached. Each of them then has its row in the database. */
  hasAll(companyId: number, equipmentIds: readonly number[]): boolean {
    return equipmentIds.every((id) => this.#machines.has(`${companyId}/${id}`))
  }

  /** Caches committed machines. An older version never replaces a newer one. */
  keep(companyId: number, machines: Iterable<Machine>): void {
    for (const machine of machines) {
      const key = `${companyId}/${machine.equipmentId}`
      const cached = this.#machines.get(key)
      if (cached !== undefined && cached.version > machine.version) continue
      this.#machines.delete(key)
      this.#machines.set(key, machine)
    }
    for (const key of this.#machines.keys()) {
      if (this.#machines.size <= MOST_MACHINES) return
      this.#machines.delete(key)
    }
  }
}

/**
 * Locks machines until the transaction ends and returns their current state, from the cache if its version is the stored one.
 * `reloaded` lists the ids of the machines that were read again. Creates missing rows. With `skipBusy` it neither waits nor
 * creates, and leaves out machines that are locked or have no row.
 */
export async function holdMachines(
  ctx: Ctx,
  cache: MachineCache,
  equipmentIds: readonly number[],
  options: { skipBusy?: boolean } = {},
): Promise<{ held: Map<number, Machine>; reloaded: number[] }> {
  const held = new Map<number, Machine>()
  if (equipmentIds.length === 0) return { held, reloaded: [] }
  const ids = [...equipmentIds].sort((a, b) => a - b)
  let versions = await lockMachines(ctx, ids, options)
  if (versions.size < ids.length && !options.skipBusy) {
    await createMachines(ctx, ids, JSON.stringify(initialStatusState()), JSON.stringify(nothingYet))
    versions = await lockMachines(ctx, ids, options)
  }
  const reloaded: number[] = []
  for (const [id, version] of versions) {
    const machine = cache.get(ctx.companyId, id)
    if (machine?.version === version) held.set(id, machine)
    else reloaded.push(id)
  }
  for (const machine of await readMachines(ctx, reloaded)) held.set(machine.equipmentId, machine)
  return { held, reloaded }
}

/**
 * Reads machines with settings, devices, runs and last intervals from the database, without locking them. Leaves out
 * machines without a state row, which have never had an event.
 */
export async function readMachines(ctx: Ctx, equipmentIds: readonly number[]): Promise<Machine[]> {
  if (equipmentIds.length === 0) return []
  const rows = await loadMachines(ctx, equipmentIds)
  const read = rows.map((row) => ({ row, state: JSON.parse(row.state) as StatusState }))
  const primaries = await loadPrimaries(ctx, equipmentIds)
  const settings = await statusSettingsOf(ctx, equipmentIds, primaries)
  const runs = await runsOfMachines(ctx, equipmentIds)
  const tails = await loadIntervals(
    ctx,
    read.map(({ row, state }) => ({
      equipmentId: row.equipmentId,
      from: state.settledAt ?? 0,
      to: Number.MAX_SAFE_INTEGER,
    })),
  )
  return read.map(({ row, state }) => ({
    equipmentId: row.equipmentId,
    version: row.version,
    state,
    head: row.head,
    beganAt: row.beganAt,
    firstEventAt: row.firstEventAt,
    latest: JSON.parse(row.latest) as Latest,
    pendingFrom: row.pendingFrom,
    recomputeFrom: row.recomputeFrom,
    recomputeCause: row.recomputeCause,
    recomputeBy: row.recomputeBy,
    runs: runs.get(row.equipmentId) ?? null,
    runCycles: row.runCycles,
    sinceCheckpoint: row.sinceCheckpoint,
    dueAt: row.dueAt,
    tail: tails.get(row.equipmentId) ?? [],
    primaries: primaries.get(row.equipmentId) ?? [],
    handovers: primaryChanges(primaries.get(row.equipmentId) ?? []),
    settings: settings.get(row.equipmentId) ?? defaultStatusSettings,
    horizonAt: row.horizonAt,
    marking: null,
    readAs: Symbol(row.equipmentId),
  }))
}

/**
 * Returns the instant (epoch ms) at which the device that is primary at `at` became primary; null if no change of the primary
 * device came before.
 */
export function primaryFromAt(machine: Machine, at: number): number | null {
  let from: number | null = null
  for (const event of machine.handovers) if (event.signal.kind === 'primary' && event.at <= at) from = event.at
  return from
}

/**
 * Returns the instant (epoch ms) from which events of the device that is primary at `at` are used: the later of its start as
 * primary and the machine's horizon. Null: all its events are used.
 */
export function countsFromAt(machine: Machine, at: number): number | null {
  const from = primaryFromAt(machine, at)
  return machine.horizonAt === null || (from !== null && from > machine.horizonAt) ? from : machine.horizonAt
}

/** Converts a machine into the row in which it is stored, with `state` and `latest` as JSON. */
export function rowOf(machine: Machine): MachineRow {
  return {
    equipmentId: machine.equipmentId,
    version: machine.version,
    state: JSON.stringify(machine.state),
    head: machine.head,
    beganAt: machine.beganAt,
    firstEventAt: machine.firstEventAt,
    latest: JSON.stringify(machine.latest),
    pendingFrom: machine.pendingFrom,
    recomputeFrom: machine.recomputeFrom,
    recomputeCause: machine.recomputeCause,
    recomputeBy: machine.recomputeBy,
    runCycles: machine.runCycles,
    sinceCheckpoint: machine.sinceCheckpoint,
    dueAt: machine.dueAt,
    horizonAt: machine.horizonAt,
  }
}
