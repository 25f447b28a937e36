import type { CycleMessage, ExcessiveMessage, RunMessage, StatusMessage } from '@millwatch/contract/live'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { analogValue } from '@millwatch/domain/devices'
import { emptyBatch, type LiveBatch, type LiveKind } from '../../live/rooms.ts'
import type { Company, Equipment, MachineTile, OrgUnit } from './types.ts'

/** Later of two instants, the one known and the one told. */
const isLater = (told: string, known: string | null | undefined): boolean =>
  known == null || Date.parse(told) > Date.parse(known)

function withStatus<M extends { id: number; current_status: Equipment['current_status'] }>(
  machine: M,
  messages: readonly StatusMessage[],
): M {
  const told = messages.findLast((message) => message.equipment_id === machine.id)
  if (told === undefined) return machine
  const { status, started_at } = told
  if (machine.current_status?.status === status && machine.current_status.started_at === started_at) return machine
  return { ...machine, current_status: { status, started_at } }
}

type ByMachine = ReadonlyMap<number, LiveBatch>

/** A batch taken apart by machine: in a room of many, each machine looks at what was told of it and at nothing else. */
function byMachine(batch: LiveBatch): ByMachine {
  const machines = new Map<number, LiveBatch>()
  const put = <K extends LiveKind>(kind: K): void => {
    for (const message of batch[kind]) {
      const of = machines.get(message.equipment_id) ?? emptyBatch()
      machines.set(message.equipment_id, of)
      const messages: LiveBatch[K][number][] = of[kind]
      messages.push(message)
    }
  }
  for (const kind of ['status', 'cycle', 'tlm', 'comm', 'xsf', 'run'] as const) put(kind)
  return machines
}

function node(known: TreeNodeShape, told: ByMachine): TreeNodeShape {
  const equipment = mapSame(known.equipment, (machine) => {
    const of = told.get(machine.id)
    return of === undefined ? machine : withStatus(machine, of.status)
  })
  const children = mapSame(known.children, (child) => node(child, told))
  return equipment === known.equipment && children === known.children ? known : { ...known, equipment, children }
}

/** `map`, but the very array when nothing in it changed: what did not change is not rendered again. */
function mapSame<T>(items: T[], change: (item: T) => T): T[] {
  const changed = items.map(change)
  return changed.every((item, index) => item === items[index]) ? items : changed
}

export function patchCompany(company: Company, batch: LiveBatch): Company {
  if (batch.status.length === 0) return company
  const tree = node(company.tree, byMachine(batch))
  return tree === company.tree ? company : { ...company, tree }
}

/** A run with the cycle that was just made; one that ended by it says so itself. */
function withCycle(run: MachineTile['current_run'], { occurred_at, count }: CycleMessage): MachineTile['current_run'] {
  if (run == null || !isLater(occurred_at ?? run.started_at, run.started_at)) return run
  return { ...run, cycles_current: run.cycles_current + count }
}

/** The stop that goes on has turned excessive; one that was over by then has not. */
function withExcessive<M extends MachineTile>(machine: M, messages: readonly ExcessiveMessage[]): M {
  const told = messages.findLast((message) => message.equipment_id === machine.id)
  const since = machine.current_status?.started_at
  if (told === undefined || since === undefined || Date.parse(told.started_at) !== Date.parse(since)) return machine
  return { ...machine, in_excessive_downtime: true, in_excessive_downtime_since: since }
}

/** The run that goes on, changed or ended; one that has begun is for the next reading, which knows its tags. */
function withRun<M extends MachineTile>(machine: M, messages: readonly RunMessage[]): M {
  const told = messages.findLast((message) => message.equipment_id === machine.id)
  const run = machine.current_run
  if (told === undefined || run == null || told.run_id !== run.id) return machine
  if (told.ended_at !== null) return { ...machine, current_run: null }
  const { cycles_current, cycles_total } = told
  return { ...machine, current_run: { ...run, cycles_current, cycles_total } }
}

/** What a batch says of one machine on a tile. Cycles the answer already contained are not counted twice. */
function patchTile<M extends MachineTile>(known: M, batch: LiveBatch): M {
  let machine = withStatus(known, batch.status)
  // Whether the new status is an excessive stop is for the next reading to say.
  if (machine !== known && machine.in_excessive_downtime)
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

/** What a batch says of the machine of a page. */
export function patchEquipment(known: Equipment, batch: LiveBatch): Equipment {
  const tile = patchTile<MachineTile>(known, batch)
  if (tile === known) return known
  const { latest_cycle: cycle, latest_tlm_data: reading } = tile
  return {
    ...known,
    ...tile,
    latest_cycle: cycle === known.latest_cycle ? known.latest_cycle : cycle && cycleOfPage(known, cycle),
    latest_tlm_data:
      reading === known.latest_tlm_data
        ? known.latest_tlm_data
        : reading && { ...reading, analog_in_1_transformed: analogOf(known, reading.analog_in_1) },
  }
}

function cycleOfPage(known: Equipment, { occurred_at, data }: NonNullable<MachineTile['latest_cycle']>) {
  const limit = known.maximum_allowed_cycle_time
  return {
    occurred_at,
    is_startup: limit !== null && data.cycle_time !== null && data.cycle_time > 2 * limit,
    data: { ...data, analog_in_1_transformed: analogOf(known, data.analog_in_1) },
  }
}

/** By the configuration of the machine's only device; with several it is not known whose reading it was. */
function analogOf({ Devices: [device, ...others] }: Equipment, raw: number | null): number | null {
  if (raw === null || device === undefined || others.length > 0) return null
  return analogValue(raw, device.analog_in_1_config)
}

export function patchOrgUnit(unit: OrgUnit, batch: LiveBatch): OrgUnit {
  const told = byMachine(batch)
  const equipment = mapSame(unit.equipment, (machine) => {
    const of = told.get(machine.id)
    return of === undefined ? machine : patchTile(machine, of)
  })
  return equipment === unit.equipment ? unit : { ...unit, equipment }
}
