import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SubmitButton } from '../../ui/submit.tsx'
import { QuantityField } from './quantity-field.tsx'

interface ScrapFieldsProps {
  busy: boolean
  onEnd: (scrap: number) => void
  onBack: () => void
}

/**
 * Asks, before a run ends, if parts were scrapped and how many; `onEnd` gets the whole number, 0 for none, and ends the run.
 */
export function ScrapFields({ busy, onEnd, onBack }: ScrapFieldsProps) {
  const [assigns, setAssigns] = useState(false)
  const [scrap, setScrap] = useState<number | null>(null)
  if (!assigns) {
    return (
      <div className="stack wide form">
        <p>Assign scrap to this run?</p>
        <div className="row-end">
          <Button onClick={onBack}>Cancel</Button>
          <Button disabled={busy} onClick={() => onEnd(0)}>
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
  const quantity = scrap === null ? null : Math.trunc(scrap)
  const missing = quantity === null ? 'Set how many parts were scrapped' : undefined
  return (
    <Form noValidate missing={missing} busy={busy} onSubmit={() => quantity !== null && onEnd(quantity)}>
      <QuantityField label="Scrap Qty" value={scrap} least={0} step={1} whole hint="Whole parts" onValue={setScrap} />
      <div className="row-end">
        {missing !== undefined && (
          <span id="scrap-missing" className="note whole-line">
            {missing}
          </span>
        )}
        <Button onClick={onBack}>Cancel</Button>
        <SubmitButton aria-describedby={missing === undefined ? undefined : 'scrap-missing'}>End run</SubmitButton>
      </div>
    </Form>
  )
}
