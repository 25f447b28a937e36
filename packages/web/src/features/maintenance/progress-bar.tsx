import type { DueMaintenance } from './queries.ts'
import { progressText } from './words.ts'

/**
 * Bar with the progress of maintenance, full when it is due. For overdue maintenance its end is red, in proportion to the excess
 * but between 8 % and 60 % of the width.
 */
export function ProgressBar({ row, large = false }: { row: DueMaintenance; large?: boolean }) {
  const part = row.limit > 0 ? row.amount / row.limit : 0
  const isOver = row.group === 'overdue'
  // The amount that is over is a part of the whole amount, at least wide enough to be seen.
  const over = isOver ? Math.min(60, Math.max(8, part > 1 ? (1 - 1 / part) * 100 : 0)) : 0
  return (
    <span className={`meter due-bar${large ? ' meter-large' : ''}`} role="img" aria-label={progressText(row)}>
      <span className="due-done" style={{ width: `${isOver ? 100 - over : Math.min(100, part * 100)}%` }} />
      {isOver && <span className="due-over" style={{ width: `${over}%` }} />}
    </span>
  )
}
