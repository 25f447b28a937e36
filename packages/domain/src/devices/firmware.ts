/** Abilities of all firmware from `version` on, up to the next higher version in the table. */
export interface FirmwareSupport {
  readonly version: string
  readonly supportsPolling: boolean
  readonly supportsFlashingFilters: boolean
  readonly supportsDeviceOutputs: boolean
}

/** Shortest time between two readings that may be configured on a device, in seconds (specification 2, section 9). */
export const MINIMUM_POLL_INTERVAL_S = 30

/**
 * Returns the abilities of firmware `version`: the row with the greatest version not above it, or null when there is none.
 * Versions are compared number by number; a missing part and a part that is not a number count as 0 ('1.4' equals '1.4.0').
 */
export function firmwareSupport(table: readonly FirmwareSupport[], version: string): FirmwareSupport | null {
  let best: FirmwareSupport | null = null
  for (const row of table) {
    if (compareVersions(row.version, version) > 0) continue
    if (best === null || compareVersions(row.version, best.version) > 0) best = row
  }
  return best
}

/**
 * Compares two versions number by number: below 0 when `a` is older than `b`, 0 when they are equal, else above 0. A `v` in
 * front and text behind a `-`, `+` or space do not count; a part that is missing or no number counts as 0.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function numbersOf(version: string): number[] {
  const [bare = ''] = version
    .trim()
    .replace(/^v/i, '')
    .split(/[-+\s]/)
  return bare.split('.').map((part) => Math.min(Number.parseInt(part, 10) || 0, 1_000_000))
}
