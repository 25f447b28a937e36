import { TARGET_LIMITS } from '@millwatch/domain/tree'

export const TARGET_FAULT = 'A percentage from 1 to 100, or nothing'

export const targetText = (target: number | null): string => (target === null ? '' : String(target))

/** Returns the target in a field; null: nothing is typed, so that of the unit above counts. */
export const targetIn = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** Returns true if a field holds a target, or nothing. */
export function isTarget(text: string): boolean {
  const value = Number(text)
  return text.trim() === '' || (value >= TARGET_LIMITS.min && value <= TARGET_LIMITS.max)
}
