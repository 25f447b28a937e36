import { KindIcon } from '../../features/maintenance/kind-icon.tsx'
import { ProgressBar } from '../../features/maintenance/progress-bar.tsx'
import type { DueMaintenance } from '../../features/maintenance/queries.ts'
import { dueText, overText, progressText, undatedReasons } from '../../features/maintenance/words.ts'
import { WarningIcon } from '../../ui/icons.tsx'

interface DueRowProps {
  row: DueMaintenance
  zone: string
  /** Present instant, epoch ms. */
  now: number
  isChosen: boolean
  onChoose: (id: number | undefined) => void
}

/**
 * Row of maintenance: its name, machine, progress, and the time at which it is due or by how much it is over. A press chooses the
 * row; a press on the chosen row cancels the choice.
 */
export function DueRow({ row, zone, now, isChosen, onChoose }: DueRowProps) {
  return (
    <button
      type="button"
      className="stack due-row"
      data-maintenance={row.id}
      aria-pressed={isChosen}
      onClick={() => onChoose(isChosen ? undefined : row.id)}
    >
      <KindIcon kind={row.kind} />
      <span className="strong cut value" title={row.name}>
        <bdi>{row.name}</bdi>
      </span>
      <span className="due-when second one-line">
        <When row={row} zone={zone} now={now} />
      </span>
      <span />
      <span className="note cut due-about">
        <bdi>{row.equipment}</bdi> {progressText(row)}
      </span>
      <ProgressBar row={row} />
    </button>
  )
}

function When({ row, zone, now }: Pick<DueRowProps, 'row' | 'zone' | 'now'>) {
  if (row.group === 'overdue' || row.tripped_at !== null)
    return (
      <span className="alert strong inline tight">
        <WarningIcon />
        {overText(row)}
      </span>
    )
  return (
    <span
      className={row.group === 'soon' ? 'strong value' : 'muted'}
      title={row.undated === null ? undefined : undatedReasons[row.undated]}
    >
      {dueText(row, zone, now)}
    </span>
  )
}
