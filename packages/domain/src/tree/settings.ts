/** What counts of a machine at an instant, as people set it (domain, sections 3 to 5). */
export interface EquipmentSettings {
  readonly parentOrgUnitId: number
  /** False while archived or removed. */
  readonly active: boolean
  readonly utilExcluded: boolean
  readonly utilCappedBySchedule: boolean
  /** Down time of stops that are not excessive counts as effective run. */
  readonly utilInclLtXsfDt: boolean
  readonly excessiveDowntimeEnabled: boolean
  readonly excessiveDowntimeThresholdMs: number
  /** T; null: computed from the last cycles. */
  readonly maximumCycleMs: number | null
  readonly hourlyRevenue: number | null
  readonly hourlyParts: number | null
  /** What decides between running and down where an admin fixed it; null: as the signals say. */
  readonly source: 'inputs' | 'cycles' | 'status' | null
}

/** Settings from an instant (epoch ms) to that of the next in a list; the first of a list is from 0, which is ever. */
export interface SettingsFrom extends EquipmentSettings {
  readonly from: number
}

/** What a new machine starts with. */
export const defaultEquipmentSettings: Omit<EquipmentSettings, 'parentOrgUnitId'> = {
  active: true,
  utilExcluded: false,
  utilCappedBySchedule: true,
  utilInclLtXsfDt: false,
  excessiveDowntimeEnabled: true,
  excessiveDowntimeThresholdMs: 2_100_000,
  maximumCycleMs: 300_000,
  hourlyRevenue: null,
  hourlyParts: null,
  source: null,
}

/** The settings in force at an instant (epoch ms); `history` ascending by `from`, not empty. Of machines and devices alike. */
export function settingsAt<Settings extends { readonly from: number }>(
  history: readonly Settings[],
  at: number,
): Settings {
  const found = history.findLast((one) => one.from <= at) ?? history[0]
  if (!found) throw new Error('Nothing was ever set')
  return found
}

/**
 * The history after a change as of `from` (epoch ms): what is changed counts from then on, whatever a later entry said of
 * it; what is not changed stays as it was over time.
 */
export function changeSettings<Settings extends { readonly from: number }>(
  history: readonly Settings[],
  from: number,
  change: Partial<Omit<Settings, 'from'>>,
): Settings[] {
  const before = history.filter((one) => one.from < from)
  const after = history.filter((one) => one.from > from)
  return [...before, { ...settingsAt(history, from), from }, ...after].map((one) =>
    one.from < from ? one : { ...one, ...change },
  )
}
