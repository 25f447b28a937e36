import type { Body } from '@millwatch/contract/endpoint'
import type { updateEquipment } from '@millwatch/contract/http/tree'
import { instantOfWallText } from '../../lib/wall-text.ts'
import { momentFault, momentOf } from '../../ui/wall-text.ts'
import { changedSettings, type SettingsDraft, settingFaults, settingsDraftOf } from './settings-draft.ts'
import type { MachineFacts } from './types.ts'

type Change = Body<typeof updateEquipment>

/** Choice in a list: an existing entry by its id, or a new one by its name; both undefined: none is chosen. */
export interface Listed {
  /** Id of the chosen entry as text; undefined: none, or a new entry. */
  readonly id: string | undefined
  /** Name of the new entry, which may be blank while it is typed; undefined: no new entry. */
  readonly typed: string | undefined
}

/** Entries of the form of a machine, with all values as text or switches. */
export interface MachineDraft extends SettingsDraft {
  readonly name: string
  readonly parent: string
  readonly category: Listed
  readonly manufacturer: Listed
  readonly model: Listed
  /** Local date and time from which a change of parent or settings is in force; blank: from now on. */
  readonly from: string
}

const listed = (id: number | null): Listed => ({ id: id === null ? undefined : String(id), typed: undefined })

export const draftOf = (machine: MachineFacts): MachineDraft => ({
  name: machine.name,
  parent: String(machine.parent_org_unit_id),
  category: listed(machine.category_id),
  manufacturer: listed(machine.manufacturer_id),
  model: listed(machine.model_id),
  ...settingsDraftOf(machine),
  from: '',
})

export type Faults = Partial<Record<keyof MachineDraft, string>>

const blankTyped = ({ typed }: Listed): boolean => typed !== undefined && typed.trim() === ''

/**
 * Returns the messages for fields that cannot be saved, by field: blank names, wrong settings, and a wrong or future `from`.
 * `now` is the local time (`2026-11-21T10:42`). Valid fields have none.
 */
export function faultsOf(draft: MachineDraft, now: string): Faults {
  const found: [keyof MachineDraft, boolean, string][] = [
    ['name', draft.name.trim() === '', 'Name cannot be blank'],
    ['category', blankTyped(draft.category), 'Name cannot be blank'],
    ['manufacturer', blankTyped(draft.manufacturer), 'Name cannot be blank'],
    ['model', blankTyped(draft.model), 'Name cannot be blank'],
  ]
  const faults = found.filter(([, isFault]) => isFault).map(([name, , words]) => [name, words])
  return {
    ...Object.fromEntries(faults),
    ...settingFaults(draft),
    ...fromFaults(draft.from, now),
  }
}

function fromFaults(from: string, now: string): Faults {
  const fault =
    momentFault(from, { lastDay: now.slice(0, 10) }) ?? (from > now ? 'Choose a time in the past' : undefined)
  return fault === undefined ? {} : { from: fault }
}

/**
 * Returns the changed parent and settings under the names of the API; these take effect at an instant, names and list entries do
 * not.
 */
const timedOf = (draft: MachineDraft, before: MachineDraft): Change => ({
  ...(draft.parent !== before.parent && { parent_org_unit_id: Number(draft.parent) }),
  ...changedSettings(draft, before),
})

const idOf = ({ id }: Listed): number | null => (id === undefined ? null : Number(id))
const isOther = (a: Listed, b: Listed): boolean => a.id !== b.id || a.typed !== b.typed

/** Change of a machine for the server, and the names of the category and manufacturer to create before. */
export interface MachineChange {
  readonly body: Change
  readonly newCategory?: string
  readonly newManufacturer?: string
}

/**
 * Returns the fields in which the form differs from the saved machine `before`; undefined if none differs. The time `from` is
 * part of it only if parent or settings change; `zone` converts it from local time.
 */
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
    ...(isTimed && momentOf(draft.from, true) !== null && { from: instantOfWallText(draft.from, zone) }),
  }
  const change: MachineChange = {
    body,
    ...(category.typed !== undefined && { newCategory: category.typed }),
    ...(manufacturer.typed !== undefined && { newManufacturer: manufacturer.typed }),
  }
  return Object.keys(body).length + Object.keys(change).length > 1 ? change : undefined
}

/**
 * Returns true if the form changes the parent or a setting, which are in force from an instant on; name and lists have no such
 * instant.
 */
export const changesInTime = (draft: MachineDraft, before: MachineDraft): boolean =>
  Object.keys(timedOf(draft, before)).length > 0
