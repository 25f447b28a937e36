import { madeIfScrapExceeds } from '@millwatch/domain/runs'
import { count } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { QuantityField } from './quantity-field.tsx'
import type { CurrentRun } from './queries.ts'
import { RunFoot } from './run-foot.tsx'

interface End {
  readonly isPending: boolean
  readonly mutate: (scrap: number) => void
  readonly mutateAsync: (scrap: number) => Promise<unknown>
}

interface ScrapQuestionProps {
  /** Mutation that ends the run and adds the given number of scrapped parts to those counted before. */
  end: End
  onYes: () => void
  onBack: () => void
}

/**
 * Question that is asked before a run ends: were parts scrapped? `No` ends the run and adds no scrapped parts, `Yes` calls
 * `onYes`.
 */
export function ScrapQuestion({ end, onYes, onBack }: ScrapQuestionProps) {
  return (
    <div className="stack wide form">
      <p>Assign scrap to this run?</p>
      <div className="row-end">
        <Button disabled={end.isPending} onClick={onBack}>
          Cancel
        </Button>
        <Button disabled={end.isPending} onClick={() => end.mutate(0)}>
          No
        </Button>
        {/* A question takes the focus. */}
        <Button primary autoFocus disabled={end.isPending} onClick={onYes}>
          Yes
        </Button>
      </div>
    </div>
  )
}

interface ScrapFieldsProps {
  run: CurrentRun
  end: End
  onBack: () => void
}

const made = (run: CurrentRun, scrap: number | null): number | undefined =>
  madeIfScrapExceeds(
    { cyclesCurrent: run.cycles_current, partsPerCycle: run.parts_per_cycle, scrapQty: run.scrap_qty },
    scrap ?? 0,
  )

const partsWords = (parts: number): string => `${count(parts)} ${parts === 1 ? 'part' : 'parts'}`

/**
 * Form for the number of scrapped parts to add to those of a run; submitting it ends the run. A number that exceeds the parts
 * made must be confirmed first.
 */
export function ScrapFields({ run, end, onBack }: ScrapFieldsProps) {
  const { draft, change, form } = useForm({
    stored: { scrap: null as number | null, isMeant: false },
    missing: ({ scrap, isMeant }) => {
      if (scrap === null) return 'Set how many parts were scrapped'
      return made(run, scrap) === undefined || isMeant ? undefined : 'Confirm that more was scrapped than made'
    },
    work: ({ scrap }) => end.mutateAsync(Math.trunc(scrap ?? 0)),
  })
  const exceeded = made(run, draft.scrap)
  return (
    <Form noValidate {...form}>
      <QuantityField
        label="Scrap Qty"
        value={draft.scrap}
        least={0}
        step={1}
        whole
        autoFocus
        hint="Whole parts"
        onValue={(scrap) => change({ scrap, isMeant: false })}
      />
      {exceeded !== undefined && (
        <CheckField value={draft.isMeant} onValue={(isMeant) => change({ isMeant })}>
          Yes, more than this run made: it made {partsWords(exceeded)}
          {run.scrap_qty > 0 && `, of which ${count(run.scrap_qty)} are scrapped already`}
        </CheckField>
      )}
      <RunFoot submit="End run" onCancel={onBack} />
    </Form>
  )
}
