import { DAY_S } from '@millwatch/domain/time'
import { type FoundedCompany, foundCompany, type MadeMachine } from '@millwatch/lab/product/company'
import type { Product } from '@millwatch/lab/product/product'

/** Threshold of excessive downtime of the recorded machine, s; `CYCLE_S` is its maximum cycle time, s. */
const THRESHOLD_S = 300
const CYCLE_S = 300
const NAMES = ['Bar change', 'Chip jam', 'Coolant', 'Quality check', 'Setup', 'Tool change', 'Waiting for material']
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6]

/** Company with a machine, and the ids of the reasons and tags of that company by name. */
export interface Floor {
  readonly company: FoundedCompany
  readonly machine: MadeMachine
  readonly reasons: ReadonlyMap<string, number>
  readonly tags: ReadonlyMap<string, number>
}

/**
 * Creates a company with one machine, seven reasons and three tags. Threshold and maximum cycle time of the machine are divided
 * by `factor`; its only shift lasts all day, every day.
 */
export async function makeFloor(product: Product, factor: number): Promise<Floor> {
  const company = await foundCompany(product)
  const machine = await company.machine('Mazak 01', await company.unit('Machining'))
  const place = `/v0/e/${machine.equipmentId}`
  await company.call('PUT', place, {
    excessive_downtime_threshold: THRESHOLD_S / factor,
    maximum_allowed_cycle_time: CYCLE_S / factor,
  })
  const schedule = Object.fromEntries(WEEKDAYS.map((day) => [day, [[0, DAY_S, 1]]]))
  await company.call('PUT', `${place}/schedule`, { schedule })
  const reasons = new Map<string, number>()
  for (const reason of NAMES) {
    const body = { reason, orgUnitIds: [], groupName: 'Machine' }
    const { reason: made } = await company.call<{ reason: { id: number } }>('POST', '/v0/reasons', body)
    reasons.set(reason, made.id)
  }
  const tags = new Map<string, number>()
  for (const name of ['AX-114', 'AX-115', 'AX-116']) {
    const { tag } = await company.call<{ tag: { id: number } }>('POST', '/v0/tags', { name })
    tags.set(name, tag.id)
  }
  return { company, machine, reasons, tags }
}
