import { isIndefinite, partsDesired, type RunEntry } from '@millwatch/domain/runs'
import type { CurrentRun } from './queries.ts'

export const blank: RunEntry = {
  tagIds: [],
  partQty: null,
  partsPerCycle: 1,
  indefinite: false,
  allowOverrun: false,
  notifyRosterIds: [],
}

/** A run in the words of the domain. */
export const termsOf = (run: CurrentRun) => ({
  cyclesTotal: run.cycles_total,
  cyclesCurrent: run.cycles_current,
  partsPerCycle: run.parts_per_cycle,
  startedAt: Date.parse(run.started_at),
})

/** An active run as it would be typed in. */
export function entryOf(run: CurrentRun): RunEntry {
  const terms = termsOf(run)
  return {
    tagIds: run.tags.map((tag) => tag.id),
    partQty: partsDesired(terms),
    partsPerCycle: run.parts_per_cycle,
    indefinite: isIndefinite(terms),
    allowOverrun: run.allow_overrun,
    notifyRosterIds: run.notify_roster_ids,
  }
}

/** What the dialog is about: a new run, one that can be changed or ended, one that can only be ended. */
export function titleOf(run: CurrentRun | null): string {
  if (run === null) return 'Start new run'
  return isIndefinite(termsOf(run)) ? 'End current run' : 'Update / end current run'
}

const MISSING = {
  tag: 'Choose at least one tag',
  quantity: 'Set the part quantity and the parts per cycle, or run indefinitely',
} as const

/** What a new run still needs, in words. */
export const missingWords = (missing: keyof typeof MISSING | null): string | undefined =>
  missing === null ? undefined : MISSING[missing]

/** A number field's text as a number; null: blank or none. */
export function numberOf(text: string): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) && value >= 0 ? value : null
}
