import { Invalid } from '../errors.ts'

/** ISO 8601 in UTC with milliseconds, as the wire has it. */
export function toIso(at: number): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toString({ fractionalSecondDigits: 3 })
}

export function toIsoOrNull(at: number | null): string | null {
  return at === null ? null : toIso(at)
}

/** Epoch milliseconds of an instant on the wire; `path` names it in the error. */
export function fromIso(text: string, path: string): number {
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    throw new Invalid(path)
  }
}
