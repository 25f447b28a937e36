import { instantOfTime, type TouchedShift } from '@millwatch/domain/shifts'
import type { Range } from '@millwatch/domain/time'
import type { ShiftEdit } from './use-shift-edit.ts'

/** Part of an edit that the chart of shifts draws, with its actions. */
export interface ChartEdit {
  readonly selected: ReadonlySet<number>
  readonly touched: TouchedShift
  /** Shifts that a job is deleting. */
  readonly removing: ReadonlySet<number>
  /** Time (epoch ms) and machines of the shift to insert; undefined if there is none or it has no start or end yet. */
  readonly inserting: (Range & { readonly equipmentIds: ReadonlySet<number> }) | undefined
  readonly isBusy: boolean
  readonly onToggle: (id: number) => void
  readonly onUnselect: () => void
}

const nothing: ReadonlySet<number> = new Set()

/**
 * Returns the part of an edit that the chart draws. The shift to insert has its local times in `zone` as epoch ms, and is
 * undefined until both are chosen.
 */
export function chartEdit(edit: ShiftEdit, zone: string): ChartEdit {
  const { draft } = edit
  const inserting =
    draft === undefined || draft.start === null || draft.end === null
      ? undefined
      : {
          from: instantOfTime(draft.start, zone),
          to: instantOfTime(draft.end, zone),
          equipmentIds: draft.equipmentIds,
        }
  return {
    selected: edit.selected,
    touched: edit.touched,
    removing: edit.job?.removing ?? nothing,
    inserting,
    isBusy: edit.isBusy || draft !== undefined,
    onToggle: edit.toggle,
    onUnselect: edit.unselect,
  }
}
