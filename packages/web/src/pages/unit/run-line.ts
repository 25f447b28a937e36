import type { MachineTile } from '../../features/tree/types.ts'
import { quantity } from '../../lib/format.ts'

/** The run of a machine as its tile says it. */
export interface RunLine {
  /** `AX-114, heat 7731` */
  readonly tags: string
  /** `4,120 / 6,000`; of a run without end `4,120`. */
  readonly done: string
  /** 0 to 100 and above; null: it goes on until somebody ends it. */
  readonly pct: number | null
}

/** Parts where it is known how many a cycle makes, else cycles. */
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
