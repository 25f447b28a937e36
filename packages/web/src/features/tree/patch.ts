import type {
  CycleMessage,
  ExcessiveMessage,
  RunMessage,
  ShiftLockMessage,
  StatusMessage,
} from '@millwatch/contract/live'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { analogValue } from '@millwatch/domain/devices'
import { emptyBatch, kinds, type LiveBatch } from '../../live/rooms.ts'
import type { Company, Equipment, MachineTile, OrgUnit } from './types.ts'

/** Returns true if the first instant is later than the second one, or if there is no second one. */
const isLater = (instant: string, reference: string | null | undefined): boolean =>
  reference == null || Date.parse(instant) > Date.parse(reference)

function withStatus<M extends { id: number; current_status: Equipment['current_status'] }>(
  machine: M,
  messages: readonly StatusMessage[],
): M {
  const latest = messages.findLast((message) => message.equipment_id === machine.id)
  if (latest === undefined) return machine
  const { status, started_at } = latest
  if (machine.current_status?.status === status && machine.current_status.started_at === started_at) return machine
  return { ...machine, current_status: { status, started_at } }
}

type ByMachine = ReadonlyMap<number, LiveBatch>

/** Returns the messages of a batch by machine id, in their order; machines without messages are absent. */
function byMachine(batch: LiveBatch): ByMachine {
  const machines = new Map<number, LiveBatch>()
  const put = <K extends keyof LiveBatch>(kind: K): void => {
    for (const message of batch[kind]) {
      const machineBatch = machines.get(message.equipment_id) ?? emptyBatch()
      machines.set(message.equipment_id, machineBatch)
      const messages: LiveBatch[K][number][] = machineBatch[kind]
      messages.push(message)
    }
  }
  for (const kind of kinds) put(kind)
  return machines
}

function node(before: TreeNodeShape, batches: ByMachine): TreeNodeShape {
  const equipment = mapSame(before.equipment, (machine) => {
    const machineBatch = batches.get(machine.id)
    return machineBatch === undefined ? machine : withStatus(machine, machineBatch.status)
  })
  const children = mapSame(before.children, (child) => node(child, batches))
  return equipment === before.equipment && children === before.children ? before : { ...before, equipment, children }
}

/** Returns the changed items, but the same array if no item changed, so that nothing is rendered again. */
function mapSame<T>(items: T[], change: (item: T) => T): T[] {
  const changed = items.map(change)
  return changed.every((item, index) => item === items[index]) ? items : changed
}

/** Returns true if a batch has a status of a machine in the tree that had no status before. */
export function hasFirstStatus({ tree }: Company, { status }: Pick<LiveBatch, 'status'>): boolean {
  if (status.length === 0) return false
  const ids = new Set(status.map((message) => message.equipment_id))
  const isIn = ({ equipment, children }: TreeNodeShape): boolean =>
    equipment.some(({ id, current_status }) => current_status === null && ids.has(id)) || children.some(isIn)
  return isIn(tree)
}

/** Returns true if a batch has an active run of a machine in the unit that is not in its tile yet. */
export function hasNewRun({ equipment }: OrgUnit, { run }: Pick<LiveBatch, 'run'>): boolean {
  return run.some(({ equipment_id, run_id, ended_at }) => {
    const machine = ended_at === null ? equipment.find(({ id }) => id === equipment_id) : undefined
    return machine !== undefined && machine.current_run?.id !== run_id
  })
}

/** Returns the company with the statuses of a batch in its tree; the same object if no status changes. */
export function patchCompany(company: Company, batch: LiveBatch): Company {
  if (batch.status.length === 0) return company
  const tree = node(company.tree, byMachine(batch))
  return tree === company.tree ? company : { ...company, tree }
}

/**
 * Returns the active run with the cycles of a message added; unchanged for no run and for a cycle not after its start. The end of
 * a run comes with its own message.
 */
function withCycle(run: MachineTile['current_run'], { occurred_at, count }: CycleMessage): MachineTile['current_run'] {
  if (run == null || !isLater(occurred_at ?? run.started_at, run.started_at)) return run
  return { ...run, cycles_current: run.cycles_current + count }
}

/**
 * Returns the machine with its present status marked as excessive downtime if the latest message is about it; unchanged if that
 * is about another stop.
 */
function withExcessive<M extends MachineTile>(machine: M, messages: readonly ExcessiveMessage[]): M {
  const latest = messages.findLast((message) => message.equipment_id === machine.id)
  const since = machine.current_status?.started_at
  if (latest === undefined || since === undefined || Date.parse(latest.started_at) !== Date.parse(since)) return machine
  return { ...machine, in_excessive_downtime: true, in_excessive_downtime_since: since }
}

/**
 * Returns the machine with the numbers of cycles of its active run from the latest message, or without the run if it ended. A
 * message about another run changes nothing: the reading that follows has the new run, with its tags.
 */
function withRun<M extends MachineTile>(machine: M, messages: readonly RunMessage[]): M {
  const latest = messages.findLast((message) => message.equipment_id === machine.id)
  const run = machine.current_run
  if (latest === undefined || run == null || latest.run_id !== run.id) return machine
  if (latest.ended_at !== null) return { ...machine, current_run: null }
  const { cycles_current, cycles_total } = latest
  return { ...machine, current_run: { ...run, cycles_current, cycles_total } }
}

/** Returns the machine with the lock of its shift history from the latest message; the same object if it does not change. */
function withLock<M extends MachineTile>(machine: M, messages: readonly ShiftLockMessage[]): M {
  const latest = messages.findLast((message) => message.equipment_id === machine.id)
  if (latest === undefined || latest.shift_mgmt_locked_by === machine.shift_mgmt_locked_by) return machine
  const { shift_mgmt_locked_at, shift_mgmt_locked_by } = latest
  return { ...machine, shift_mgmt_locked_at, shift_mgmt_locked_by }
}

/**
 * Returns the tile of a machine with a batch applied; the same object if nothing changes. Restated cycles, and measurements and
 * contacts not later than those in the answer, are left out, so that no cycle is counted twice.
 */
function patchTile<M extends MachineTile>(before: M, batch: LiveBatch): M {
  let machine = withStatus(before, batch.status)
  // The next reading shows whether the new status is an excessive stop.
  if (machine !== before && machine.in_excessive_downtime)
    machine = { ...machine, in_excessive_downtime: false, in_excessive_downtime_since: null }
  for (const cycle of batch.cycle) {
    const { occurred_at, cycle_time, temperature_1, analog_in_1, count } = cycle
    if (cycle.equipment_id !== machine.id || cycle.restated || occurred_at === null) continue
    if (!isLater(occurred_at, machine.latest_cycle?.occurred_at)) continue
    machine = {
      ...machine,
      latest_cycle: { occurred_at, data: { cycle_time, temperature_1, analog_in_1 } },
      total_cycle_count: machine.total_cycle_count + count,
      current_run: withCycle(machine.current_run, cycle),
    }
  }
  machine = withExcessive(machine, batch.xsf)
  machine = withRun(machine, batch.run)
  machine = withLock(machine, batch.shift_mgmt)
  for (const reading of batch.tlm) {
    if (reading.equipment_id !== machine.id || !isLater(reading.occurred_at, machine.latest_tlm_data?.occurred_at))
      continue
    const { occurred_at, temperature_1, analog_in_1 } = reading
    machine = { ...machine, latest_tlm_data: { occurred_at, temperature_1, analog_in_1 } }
  }
  for (const contact of batch.comm) {
    if (contact.equipment_id !== machine.id || !isLater(contact.last_ping_at, machine.last_ping_at)) continue
    machine = { ...machine, last_ping_at: contact.last_ping_at }
  }
  return machine
}

/**
 * Returns the answer of a machine's page with live messages applied; the same object if nothing changes. Cycles that the answer
 * already contains are not counted twice.
 */
export function patchEquipment(before: Equipment, batch: LiveBatch): Equipment {
  const tile = patchTile<MachineTile>(before, batch)
  if (tile === before) return before
  const { latest_cycle: cycle, latest_tlm_data: reading } = tile
  return {
    ...before,
    ...tile,
    latest_cycle: cycle === before.latest_cycle ? before.latest_cycle : cycle && cycleOfPage(before, cycle, batch),
    latest_tlm_data:
      reading === before.latest_tlm_data
        ? before.latest_tlm_data
        : reading && { ...reading, analog_in_1_transformed: analogOf(before, reading.analog_in_1) },
  }
}

/**
 * Returns the cycle of a tile with the fields that only the machine's page has: the startup mark of its message, and the
 * converted analog value.
 */
function cycleOfPage(
  before: Equipment,
  { occurred_at, data }: NonNullable<MachineTile['latest_cycle']>,
  { cycle }: LiveBatch,
) {
  const message = cycle.findLast((sent) => sent.equipment_id === before.id && sent.occurred_at === occurred_at)
  return {
    occurred_at,
    is_startup: message?.is_startup ?? false,
    data: { ...data, analog_in_1_transformed: analogOf(before, data.analog_in_1) },
  }
}

/**
 * Returns a raw analog reading converted with the configuration of the machine's only device. Null for no reading, no device, or
 * several devices, since the sender is not known then.
 */
function analogOf({ Devices: [device, ...others] }: Equipment, raw: number | null): number | null {
  if (raw === null || device === undefined || others.length > 0) return null
  return analogValue(raw, device.analog_in_1_config)
}

/** Returns the unit with the messages of a batch in the tiles of its machines; the same object if nothing changes. */
export function patchOrgUnit(unit: OrgUnit, batch: LiveBatch): OrgUnit {
  const batches = byMachine(batch)
  const equipment = mapSame(unit.equipment, (machine) => {
    const machineBatch = batches.get(machine.id)
    return machineBatch === undefined ? machine : patchTile(machine, machineBatch)
  })
  return equipment === unit.equipment ? unit : { ...unit, equipment }
}
