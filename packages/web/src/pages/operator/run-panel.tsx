import { addScrap, endRun, startRun, updateRun } from '@millwatch/contract/http/runs'
import { progressOf } from '@millwatch/domain/runs'
import { DOWN } from '@millwatch/domain/status'
import { termsOf } from '../../features/runs/entry.ts'
import { runChangeIn, scrapEntry, scrapIn } from '../../features/runs/kept-run.ts'
import type { CurrentRun } from '../../features/runs/queries.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { useNow } from '../../lib/clock.ts'
import { count, quantity } from '../../lib/format.ts'
import { enter } from '../../lib/send-entries.ts'
import { useMay } from '../../scope/rights.ts'
import { Meter } from '../../ui/meter.tsx'
import type { OperatorData } from './use-operator-data.ts'
import { minuteHere } from './words.ts'

interface RunPanelProps {
  machine: Equipment
  data: OperatorData
  onOpen: () => void
}

/**
 * Panel of the current run: its tags, the parts that remain, the expected end, scrap, and a button that opens its dialog. A
 * change that is not saved yet is shown in place of the button.
 */
export function RunPanel({ machine, data, onOpen }: RunPanelProps) {
  const run = machine.current_run
  return (
    <section className="operator-panel operator-run" aria-label="Current Run">
      <div className="operator-panel-head">
        <h2 className="muted operator-label">Current Run</h2>
        <span className="row-end operator-run-tags">
          {run?.tags.map(({ id, name }) => (
            <bdi key={id} className="box cut" title={name}>
              {name}
            </bdi>
          ))}
        </span>
      </div>
      {run !== null && <RunFigures machine={machine} run={run} data={data} />}
      <RunButtons machine={machine} data={data} onOpen={onOpen} />
    </section>
  )
}

/**
 * Returns the text of the button that opens the dialog of the run: to set one (null), to end it, or for a run with a number of
 * parts to update or end it.
 */
function wordsOf(run: CurrentRun | null): string {
  if (run === null) return 'No active run - click to set'
  return run.cycles_total === null || run.parts_per_cycle === null ? 'click to end' : 'click to update / end'
}

function RunButtons({ machine, data, onOpen }: RunPanelProps) {
  const may = useMay()
  const { id, current_run: run } = machine
  const change = runChangeIn(data.entries)
  const mayOpen = run === null ? may(startRun) : may(endRun) || may(updateRun)
  return (
    <div className="operator-run-buttons" data-idle={run === null}>
      {change !== undefined ? (
        <p className="muted operator-run-waiting" role="status">
          {change.words}: {change.refused ?? 'not saved yet'}
        </p>
      ) : mayOpen ? (
        <button type="button" className="operator-button" onClick={onOpen}>
          {wordsOf(run)}
        </button>
      ) : (
        run === null && <p className="muted operator-run-waiting">No active run</p>
      )}
      {run !== null && (
        <div className="operator-run-foot">
          <FootFigure run={run} />
          {may(addScrap) && <ScrapButton machineId={id} run={run} entries={data.entries} />}
        </div>
      )}
    </div>
  )
}

/**
 * Remaining parts of the run as text and bar (or its cycles, without a number of parts), beside the button at the lower edge of a
 * phone. Hidden from screen readers, since the panel has the figure too.
 */
function FootFigure({ run }: { run: CurrentRun }) {
  const progress = progressOf(termsOf(run), useNow(10_000))
  return (
    <div className="operator-foot-figure" aria-hidden="true">
      {progress === null ? (
        <p className="muted">
          <b className="value">{count(run.cycles_current)}</b> cycles
        </p>
      ) : (
        <>
          <p className="muted cut">
            <b className="value">{quantity(progress.partsRemaining)}</b> of {quantity(progress.partsTotal)} left
          </p>
          <Meter label="Progress of the run" value={progress.ratio * 100} />
        </>
      )}
    </div>
  )
}

type Entries = OperatorData['entries']

/** Button that adds one scrapped part at once. It is disabled until the entry was sent, was refused or waits for the server. */
export function ScrapButton({ machineId, run, entries }: { machineId: number; run: CurrentRun; entries: Entries }) {
  const isSending = entries.some((entry) => isScrapOf(entry, run.id) && !entry.hasWaited && entry.refused === undefined)
  return (
    <button
      type="button"
      className="operator-button"
      disabled={isSending}
      onClick={() => void enter(scrapEntry(machineId, run.id))}
    >
      +1 Scrap
    </button>
  )
}

const isScrapOf = (entry: Entries[number], runId: number): boolean => scrapIn([entry], runId) === 1

function RunFigures({ machine, run, data }: { machine: Equipment; run: CurrentRun; data: OperatorData }) {
  const at = useNow(10_000)
  const progress = progressOf(termsOf(run), at)
  const unsaved = scrapIn(data.entries, run.id)
  const scrap = run.scrap_qty + unsaved
  const isDown = machine.current_status?.status === DOWN
  return (
    <>
      <p className="operator-run-figure" data-testid="operator-remaining">
        <b className="value">{progress === null ? count(run.cycles_current) : quantity(progress.partsRemaining)}</b>
        <span className="muted">
          {progress === null ? (
            'cycles'
          ) : (
            <>
              parts remaining of <b>{quantity(progress.partsTotal)}</b>
            </>
          )}
        </span>
      </p>
      {progress !== null && <Meter label="Progress of the run" value={progress.ratio * 100} />}
      <p className="muted operator-run-notes">
        <span>
          {progress === null && 'runs indefinitely'}
          {progress?.isComplete && 'all parts are made'}
          {progress?.expectedEndAt != null && (
            <>
              done ≈ <b>{minuteHere(progress.expectedEndAt, at, machine.actual_timezone)}</b>
              {isDown && ' if started now'}
            </>
          )}
        </span>
        {scrap > 0 && (
          <span data-testid="operator-scrap">
            {count(scrap)} scrapped{unsaved > 0 && ` (${count(unsaved)} not saved yet)`}
          </span>
        )}
      </p>
    </>
  )
}
