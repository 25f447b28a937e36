import { cyclesFor, leastPartQty, partsIfRounded, type RunEntry } from '@millwatch/domain/runs'
import { count } from '../../lib/format.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { CheckField } from '../../ui/field.tsx'
import { NotifyField } from './notify-field.tsx'
import { QuantityField } from './quantity-field.tsx'
import type { CurrentRun } from './queries.ts'
import { RunTags } from './run-tags.tsx'
import { TagsField } from './tags-field.tsx'

interface RunFieldsProps {
  machineId: number
  entry: RunEntry
  onChange: (part: Partial<RunEntry>) => void
  /** Run that is edited, whose tags, parts per cycle and overrun cannot be changed; undefined: a new run. */
  run?: CurrentRun
}

/**
 * Returns the words about the cycles that are done: `, of which 5 are done`, or `, but 12 are done already` if they are more than
 * `cycles`. Empty for undefined.
 */
function doneWords(cycles: number, done: number | undefined): string {
  if (done === undefined) return ''
  return done > cycles ? `, but ${count(done)} are done already` : `, of which ${count(done)} are done`
}

/**
 * Returns the number of cycles in words, with those done, and the number of parts if the cycles make another number than the
 * entered quantity: `34 cycles = 102 parts`.
 */
function cyclesWords(cycles: number, { partQty, partsPerCycle }: RunEntry, done?: number): string {
  const words = `${count(cycles)} ${cycles === 1 ? 'cycle' : 'cycles'}${doneWords(cycles, done)}`
  const parts = partsIfRounded(partQty, partsPerCycle)
  if (parts === undefined) return words
  return done === undefined ? `${words} = ${count(parts)} parts` : `${words}; together they make ${count(parts)} parts`
}

/**
 * Fields of a run: tags, quantity, overrun and the groups to notify; `onChange` gets each change. For an existing run only the
 * quantity and the groups can be changed, for an existing indefinite run nothing. The groups are not shown on kiosk displays.
 */
export function RunFields({ machineId, entry, onChange: change, run }: RunFieldsProps) {
  const isDisplay = useIsDisplay()
  const cycles = cyclesFor(entry.partQty, entry.partsPerCycle)
  const least = run === undefined ? 0 : leastPartQty(run.cycles_current, run.parts_per_cycle)
  return (
    <>
      {run === undefined ? (
        <TagsField machineId={machineId} chosen={entry.tagIds} onChosen={(tagIds) => change({ tagIds })} />
      ) : (
        <div className="second stack snug">
          Tag(s)
          <RunTags run={run} />
        </div>
      )}
      {!entry.indefinite && (
        <div className="stack run-quantities">
          <QuantityField
            label="Part Qty"
            value={entry.partQty}
            least={least}
            step={entry.partsPerCycle ?? 1}
            hint={
              run === undefined
                ? cycles > 0
                  ? cyclesWords(cycles, entry)
                  : 'How many parts to make'
                : cyclesWords(cycles, entry, run.cycles_current)
            }
            onValue={(partQty) => change({ partQty })}
          />
          <span className="muted run-at" aria-hidden="true">
            @
          </span>
          <QuantityField
            label="parts per cycle"
            value={entry.partsPerCycle}
            least={0}
            step={1}
            disabled={run !== undefined}
            hint={run === undefined ? undefined : 'Fixed once a run exists'}
            onValue={(partsPerCycle) => change({ partsPerCycle })}
          />
        </div>
      )}
      <div className="stack flush start">
        <CheckField
          value={entry.indefinite}
          disabled={run !== undefined}
          onValue={(indefinite) => change({ indefinite })}
        >
          Run indefinitely
        </CheckField>
        <CheckField
          value={entry.indefinite || entry.allowOverrun}
          disabled={run !== undefined || entry.indefinite}
          onValue={(allowOverrun) => change({ allowOverrun })}
        >
          Allow overrun
        </CheckField>
      </div>
      {!isDisplay && !(run !== undefined && entry.indefinite) && (
        <NotifyField chosen={entry.notifyRosterIds} onChosen={(notifyRosterIds) => change({ notifyRosterIds })} />
      )}
    </>
  )
}
