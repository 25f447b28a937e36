import { TARGET_LIMITS } from '@millwatch/domain/tree'

export const TARGET_FAULT = 'A percentage from 1 to 100, or nothing'

/** Returns a target (percent) as the text of its field, a number without a unit; empty for null. */
export const targetText = (target: number | null): string => (target === null ? '' : String(target))

/**
 * Returns the target (percent) that is typed in a field; null for a blank text, for which the target of the unit above is in
 * force, for the root unit the default of 80. The text must be valid (`isTarget`).
 */
export const targetIn = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** Returns true if the text of a field is a number from 1 to 100, or blank. */
export function isTarget(text: string): boolean {
  const value = Number(text)
  return text.trim() === '' || (value >= TARGET_LIMITS.min && value <= TARGET_LIMITS.max)
}
