const MIB = 1024 ** 2
const GIB = 1024 ** 3

/** Free bytes that ingest leaves; `usual` follows the size of the volume. */
export type DiskReserve = { readonly bytes: number } | { readonly ratio: number } | 'usual'

const USUAL_RATIO = 0.05
const USUAL_MOST = 2 * GIB
/** PostgreSQL takes its log in pieces of 16 MiB: with less it may not be able to write at all. */
const USUAL_LEAST = 64 * MIB
const USUAL_LEAST_RATIO = 0.25

/**
 * Bytes of a volume that ingest leaves free. Usually 5 % or 2 GiB, whichever is smaller, but at least 64 MiB; of a volume
 * under 256 MiB a quarter.
 */
export function reserveBytes(totalBytes: number, reserve: DiskReserve): number {
  if (reserve === 'usual') {
    const least = Math.min(USUAL_LEAST, totalBytes * USUAL_LEAST_RATIO)
    return Math.floor(Math.max(least, Math.min(totalBytes * USUAL_RATIO, USUAL_MOST)))
  }
  return Math.floor('ratio' in reserve ? totalBytes * reserve.ratio : reserve.bytes)
}

const units = { MiB: MIB, GiB: GIB } as const

/** Reads a setting such as `10%`, `500MiB`, `4GiB` or `0`; undefined: it is none. */
export function readReserve(text: string): DiskReserve | undefined {
  if (text === '0') return { bytes: 0 }
  const percent = /^(\d{1,2}(?:\.\d{1,2})?)%$/.exec(text)?.[1]
  if (percent !== undefined) return { ratio: Number(percent) / 100 }
  const [, number, unit] = /^(\d{1,6})(MiB|GiB)$/.exec(text) ?? []
  if (number === undefined) return undefined
  return { bytes: Number(number) * units[unit as keyof typeof units] }
}

/** How full a volume is, as one look found it. */
export interface DiskLook {
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Ingest goes on only with a quarter more than the reserve, so that it does not stop and start by turns. */
const RESUME_RATIO = 1.25

/** Whether devices are refused, given whether they were; `keptBack`: free bytes that belong to the ballast. */
export function isReserveReached(
  wasReached: boolean,
  { freeBytes, totalBytes }: DiskLook,
  reserve: DiskReserve,
  keptBack: number,
): boolean {
  const least = reserveBytes(totalBytes, reserve)
  return freeBytes - keptBack < (wasReached ? least * RESUME_RATIO : least)
}
