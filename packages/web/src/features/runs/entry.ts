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

/** Converts a run from the API to the terms of the domain package. */
export const termsOf = (run: CurrentRun) => ({
  cyclesTotal: run.cycles_total,
  cyclesCurrent: run.cycles_current,
  partsPerCycle: run.parts_per_cycle,
  startedAt: Date.parse(run.started_at),
})

/** Returns the form values of an active run. */
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

/** Returns the title of the dialog: start a run, update or end it, or only end it. */
export function titleOf(run: CurrentRun | null): string {
  if (run === null) return 'Start new run'
  return isIndefinite(termsOf(run)) ? 'End current run' : 'Update / end current run'
}

const MISSING = {
  tag: 'Choose at least one tag',
  quantity: 'Set the part quantity and the parts per cycle, or run indefinitely',
} as const

/** Returns the text of what a new run still needs; undefined when it is complete. */
export const missingWords = (missing: keyof typeof MISSING | null): string | undefined =>
  missing === null ? undefined : MISSING[missing]

/** Converts the text of a number field to a number; null when it is blank or not a number. */
export function numberOf(text: string): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) && value >= 0 ? value : null
}
