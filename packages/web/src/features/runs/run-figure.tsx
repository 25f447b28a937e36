import './runs.css'
import { progressOf } from '@millwatch/domain/runs'
import { useAgingNow } from '../../lib/clock.ts'
import { minuteNear } from '../../lib/dates.ts'
import { count, quantity } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Meter } from '../../ui/meter.tsx'
import { termsOf } from './entry.ts'
import { addScrap, type CurrentRun } from './queries.ts'

interface RunFigureProps {
  run: CurrentRun
  zone: string
  /** Called after a scrapped part was counted; undefined: there is no button for it. */
  onScrap?: (() => Promise<unknown>) | undefined
}

/**
 * Figure with the progress of a run: `520 parts remaining / 2,000` with a bar, and the expected time of completion at the average
 * rate so far; for an indefinite run the number of cycles. With `onScrap` a button counts one scrapped part.
 */
export function RunFigure({ run, zone, onScrap }: RunFigureProps) {
  const now = useAgingNow(10_000)
  const progress = progressOf(termsOf(run), now)
  const names = run.tags.map((tag) => tag.name).join(', ')
  const notes = [
    progress?.isComplete && `${count(run.cycles_current)} cycles`,
    progress?.expectedEndAt != null && `done ≈ ${minuteNear(progress.expectedEndAt, now, zone)}`,
    progress === null && 'cycles, runs indefinitely',
    run.scrap_qty > 0 && `${count(run.scrap_qty)} scrapped`,
  ]
  return (
    <div className="figure run-figure">
      <dt className="note one-line dense cut run-figure-label" title={names}>
        Run <bdi>{names}</bdi>
      </dt>
      <dd className="title-large one-line strong figure-value" data-testid="run-remaining">
        {progress === null ? (
          count(run.cycles_current)
        ) : (
          <>
            {quantity(progress.partsRemaining)}
            <span className="note regular"> parts remaining / {quantity(progress.partsTotal)}</span>
          </>
        )}
      </dd>
      {progress !== null && (
        <dd>
          <Meter
            label="Progress of the run"
            value={progress.ratio * 100}
            className={progress.ratio >= 1 ? 'meter-done' : ''}
          />
        </dd>
      )}
      <dd className="note one-line dense figure-note" title="at the pace of this run so far">
        {notes.filter(Boolean).join(' · ')}
      </dd>
      {onScrap !== undefined && (
        <dd>
          <OneScrap runId={run.id} onScrap={onScrap} />
        </dd>
      )}
    </div>
  )
}

function OneScrap({ runId, onScrap }: { runId: number; onScrap: () => Promise<unknown> }) {
  const adding = useSubmit({ work: () => addScrap(runId, 1), failed: 'Error updating run', onDone: onScrap })
  return (
    <Button disabled={adding.isPending} onClick={() => adding.mutate()}>
      +1 Scrap
    </Button>
  )
}
