import type { MachineTile } from '../../features/tree/types.ts'
import { quantity } from '../../lib/format.ts'

/** Texts about the active run of a machine, for its tile. */
export interface RunLine {
  /** Tags, such as `AX-114, heat 7731`. */
  readonly tags: string
  /** Quantity, such as `4,120 / 6,000`; for an indefinite run `4,120`. */
  readonly done: string
  /** Progress in percent, may exceed 100; null for an indefinite run. */
  readonly pct: number | null
}

/**
 * Returns the texts about the active run of a machine, null without one. Quantities are parts, or cycles if the parts per cycle
 * are not set.
 */
export function runLine(run: MachineTile['current_run']): RunLine | null {
  if (run === null) return null
  const each = run.parts_per_cycle ?? 1
  const done = quantity(run.cycles_current * each)
  const { cycles_total: total } = run
  return {
    tags: run.tags.map((tag) => tag.name).join(', '),
    done: total === null ? done : `${done} / ${quantity(total * each)}`,
    pct: total === null ? null : (100 * run.cycles_current) / total,
  }
}
