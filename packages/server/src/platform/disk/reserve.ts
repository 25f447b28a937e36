const MIB = 1024 ** 2
const GIB = 1024 ** 3

/**
 * Free space that messages of devices must leave on the volume: bytes, a ratio of the volume (0 to 1), or `usual`, which depends
 * on the size of the volume.
 */
export type DiskReserve = { readonly bytes: number } | { readonly ratio: number } | 'usual'

const USUAL_RATIO = 0.05
const USUAL_MOST = 2 * GIB
/**
 * Least usual reserve (bytes). PostgreSQL writes its log in segments of 16 MiB; with less space it may not be able to write at
 * all.
 */
const USUAL_LEAST = 64 * MIB
const USUAL_LEAST_RATIO = 0.25

/**
 * Returns the bytes of a volume that messages of devices leave free, rounded down. The usual reserve is 5 % of the volume or 2
 * GiB, whichever is smaller, but at least 64 MiB; on a volume under 256 MiB, a quarter of it.
 */
export function reserveBytes(totalBytes: number, reserve: DiskReserve): number {
  if (reserve === 'usual') {
    const least = Math.min(USUAL_LEAST, totalBytes * USUAL_LEAST_RATIO)
    return Math.floor(Math.max(least, Math.min(totalBytes * USUAL_RATIO, USUAL_MOST)))
  }
  return Math.floor('ratio' in reserve ? totalBytes * reserve.ratio : reserve.bytes)
}

const units = { MiB: MIB, GiB: GIB } as const

/** Parses a setting such as `10%`, `500MiB`, `4GiB` or `0` (no reserve). Undefined for any other text. */
export function readReserve(text: string): DiskReserve | undefined {
  if (text === '0') return { bytes: 0 }
  const percent = /^(\d{1,2}(?:\.\d{1,2})?)%$/.exec(text)?.[1]
  if (percent !== undefined) return { ratio: Number(percent) / 100 }
  const [, number, unit] = /^(\d{1,6})(MiB|GiB)$/.exec(text) ?? []
  if (number === undefined) return undefined
  return { bytes: Number(number) * units[unit as keyof typeof units] }
}

/** Free and total bytes of a volume at one moment. */
export interface DiskLook {
  readonly freeBytes: number
  readonly totalBytes: number
}

/**
 * Ratio of the reserve that must be free before messages are accepted again: a quarter more than the reserve, so that the state
 * does not flip back and forth.
 */
const RESUME_RATIO = 1.25

/**
 * Returns true if devices are to be refused: the free bytes without `keptBack` (those of the removed ballast) are below the
 * reserve. If `wasReached`, they are refused until a quarter more than the reserve is free.
 */
export function isReserveReached(
  wasReached: boolean,
  { freeBytes, totalBytes }: DiskLook,
  reserve: DiskReserve,
  keptBack: number,
): boolean {
  const least = reserveBytes(totalBytes, reserve)
  return freeBytes - keptBack < (wasReached ? least * RESUME_RATIO : least)
}
