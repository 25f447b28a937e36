import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { QuantityField } from './quantity-field.tsx'
import { RunFoot } from './run-foot.tsx'

interface ScrapFieldsProps {
  /** Call that ends the run with a number of scrapped parts. */
  end: {
    readonly isPending: boolean
    readonly mutate: (scrap: number) => void
    readonly mutateAsync: (scrap: number) => Promise<unknown>
  }
  onBack: () => void
}

/** Asks, before a run ends, if parts were scrapped and how many; `end` gets the number, 0 for none. */
export function ScrapFields({ end, onBack }: ScrapFieldsProps) {
  const [assigns, setAssigns] = useState(false)
  const { draft, change, form } = useForm({
    stored: { scrap: null as number | null },
    missing: ({ scrap }) => (scrap === null ? 'Set how many parts were scrapped' : undefined),
    work: ({ scrap }) => end.mutateAsync(Math.trunc(scrap ?? 0)),
  })
  if (assigns)
    return (
      <Form noValidate {...form}>
        <QuantityField
          label="Scrap Qty"
          value={draft.scrap}
          least={0}
          step={1}
          whole
          hint="Whole parts"
          onValue={(scrap) => change({ scrap })}
        />
        <RunFoot submit="End run" onCancel={onBack} />
      </Form>
    )
  return (
    <div className="stack wide form">
      <p>Assign scrap to this run?</p>
      <div className="row-end">
        <Button onClick={onBack}>Cancel</Button>
        <Button disabled={end.isPending} onClick={() => end.mutate(0)}>
          No
        </Button>
        {/* A question takes the focus. */}
        <Button primary autoFocus onClick={() => setAssigns(true)}>
          Yes
        </Button>
      </div>
    </div>
  )
}
