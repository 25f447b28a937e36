import type { Body } from '@millwatch/contract/endpoint'
import type { updateEquipment } from '@millwatch/contract/http/tree'
import { instantOfWallText } from '../../lib/wall-text.ts'
import type { MachineFacts } from './types.ts'

type Change = Body<typeof updateEquipment>

/** An entry of a list, or a new one by its name. */
export interface Listed {
  /** Id as text; undefined: none is selected. */
  readonly id: string | undefined
  /** Name of the new entry; undefined unless one is being added. */
  readonly typed: string | undefined
}

/** Form of a machine: all values as text and switches. */
export interface MachineDraft {
  readonly name: string
  readonly parent: string
  readonly category: Listed
  readonly manufacturer: Listed
  readonly model: Listed
  readonly revenue: string
  readonly parts: string
  readonly cycleS: string
  readonly thresholdMin: string
  readonly source: string
  readonly tracked: boolean
  readonly shortCounted: boolean
  readonly excluded: boolean
  readonly capped: boolean
  /** Local date and time from which the settings are in force; blank: from now on. */
  readonly from: string
}

const listed = (id: number | null): Listed => ({ id: id === null ? undefined : String(id), typed: undefined })
const text = (value: number | null | undefined): string => (value == null ? '' : String(value))
/** Converts seconds to minutes with three decimals. */
const minutes = (seconds: number): string => String(Math.round((seconds / 60) * 1000) / 1000)

export const draftOf = (machine: MachineFacts): MachineDraft => ({
  name: machine.name,
  parent: String(machine.parent_org_unit_id),
  category: listed(machine.category_id),
  manufacturer: listed(machine.manufacturer_id),
  model: listed(machine.model_id),
  revenue: text(machine.hourly_revenue),
  parts: text(machine.hourly_parts),
  cycleS: text(machine.maximum_allowed_cycle_time),
  thresholdMin: minutes(machine.excessive_downtime_threshold),
  source: machine.source ?? '',
  tracked: machine.excessive_downtime_enabled,
  shortCounted: machine.util_incl_lt_xsf_dt,
  excluded: machine.util_excluded,
  capped: machine.util_capped_by_schedule,
  from: '',
})

export type Faults = Partial<Record<keyof MachineDraft, string>>

const isAmount = (typed: string): boolean => Number.isFinite(Number(typed)) && Number(typed) >= 0
const blankTyped = ({ typed }: Listed): boolean => typed !== undefined && typed.trim() === ''

/**
 * Returns the errors of the form by field. `now` is the local time (`2026-11-21T10:42`), which `from` may not exceed.
 */
export function faultsOf(draft: MachineDraft, now: string): Faults {
  const found: [keyof MachineDraft, boolean, string][] = [
    ['name', draft.name.trim() === '', 'Name cannot be blank'],
    ['category', blankTyped(draft.category), 'Name cannot be blank'],
    ['manufacturer', blankTyped(draft.manufacturer), 'Name cannot be blank'],
    ['model', blankTyped(draft.model), 'Name cannot be blank'],
    ['revenue', !isAmount(draft.revenue), 'Type an amount of 0 or more, or leave it blank'],
    ['parts', !isAmount(draft.parts), 'Type a number of 0 or more, or leave it blank'],
    ['cycleS', draft.cycleS !== '' && !(Number(draft.cycleS) > 0), 'Type more than 0 seconds, or leave it blank'],
    ['thresholdMin', !(Number(draft.thresholdMin) > 0), 'Type more than 0 minutes'],
    ['from', draft.from > now, 'Choose a time that has been'],
  ]
  return Object.fromEntries(found.filter(([, isFault]) => isFault).map(([name, , words]) => [name, words]))
}

const amount = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))
const toMs = (seconds: number): number => Math.round(seconds * 1000) / 1000

/** Returns the changed settings that take effect at an instant; names and list entries do not. */
function timedOf(draft: MachineDraft, before: MachineDraft): Change {
  const changed = (name: keyof MachineDraft): boolean => draft[name] !== before[name]
  const cycleS = amount(draft.cycleS)
  return {
    ...(changed('parent') && { parent_org_unit_id: Number(draft.parent) }),
    ...(changed('revenue') && { hourly_revenue: amount(draft.revenue) }),
    ...(changed('parts') && { hourly_parts: amount(draft.parts) }),
    ...(changed('cycleS') && { maximum_allowed_cycle_time: cycleS === null ? null : toMs(cycleS) }),
    ...(changed('thresholdMin') && { excessive_downtime_threshold: toMs(Number(draft.thresholdMin) * 60) }),
    ...(changed('source') && { source: (draft.source || null) as Change['source'] }),
    ...(changed('tracked') && { excessive_downtime_enabled: draft.tracked }),
    ...(changed('shortCounted') && { util_incl_lt_xsf_dt: draft.shortCounted }),
    ...(changed('excluded') && { util_excluded: draft.excluded }),
    ...(changed('capped') && { util_capped_by_schedule: draft.capped }),
  }
}

const idOf = ({ id }: Listed): number | null => (id === undefined ? null : Number(id))
const isOther = (a: Listed, b: Listed): boolean => a.id !== b.id || a.typed !== b.typed

/** Changed fields, and the names of list entries to create first. */
export interface MachineChange {
  readonly body: Change
  readonly newCategory?: string
  readonly newManufacturer?: string
}

/** Returns the difference between the form and the saved machine; undefined when there is none. */
export function changeOf(draft: MachineDraft, before: MachineDraft, zone: string): MachineChange | undefined {
  const { category, manufacturer, model } = draft
  const timed = timedOf(draft, before)
  const isTimed = Object.keys(timed).length > 0
  const body: Change = {
    ...(draft.name !== before.name && { name: draft.name }),
    ...(isOther(category, before.category) && category.typed === undefined && { category_id: idOf(category) }),
    ...(isOther(manufacturer, before.manufacturer) &&
      manufacturer.typed === undefined && { manufacturer_id: idOf(manufacturer) }),
    ...(isOther(model, before.model) &&
      (model.typed === undefined ? { model_id: idOf(model) } : { model_number: model.typed })),
    ...timed,
    ...(isTimed && draft.from !== '' && { from: instantOfWallText(draft.from, zone) }),
  }
  const change: MachineChange = {
    body,
    ...(category.typed !== undefined && { newCategory: category.typed }),
    ...(manufacturer.typed !== undefined && { newManufacturer: manufacturer.typed }),
  }
  return Object.keys(body).length + Object.keys(change).length > 1 ? change : undefined
}

/** Returns true when a setting changed that takes effect at an instant. */
export const changesInTime = (draft: MachineDraft, before: MachineDraft): boolean =>
  Object.keys(timedOf(draft, before)).length > 0
