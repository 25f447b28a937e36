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

/** Returns the quantities and the start (epoch ms) of a run of the API under the names that the calculations on runs use. */
export const termsOf = (run: CurrentRun) => ({
  cyclesTotal: run.cycles_total,
  cyclesCurrent: run.cycles_current,
  partsPerCycle: run.parts_per_cycle,
  startedAt: Date.parse(run.started_at),
})

/** Returns the entries of the form for an active run. Their quantity is in parts, and null for an indefinite run. */
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

/** Step in which a run is ended. `question` asks if parts were scrapped; `scrap` asks for their number. */
export type EndingStep = 'question' | 'scrap'

/**
 * Returns the title of the run dialog for the present step: to start a run (`run` is null), to update or end one, to end an
 * indefinite one, or to enter scrap.
 */
export function titleOf(run: CurrentRun | null, ending: EndingStep | undefined): string {
  if (ending === 'scrap') return 'End current run: scrapped parts'
  if (ending === 'question') return 'End current run'
  if (run === null) return 'Start new run'
  return isIndefinite(termsOf(run)) ? 'End current run' : 'Update / end current run'
}

const MISSING = {
  tag: 'Choose at least one tag',
  quantity: 'Set the part quantity and the parts per cycle, or run indefinitely',
} as const

/** Returns the sentence about the missing entry of a run: tag or quantity; undefined for null. */
export const missingWords = (missing: keyof typeof MISSING | null): string | undefined =>
  missing === null ? undefined : MISSING[missing]

/** Returns the number in the text of a field; null if the text is blank or no number, or the number is below 0. */
export function numberOf(text: string): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) && value >= 0 ? value : null
}
