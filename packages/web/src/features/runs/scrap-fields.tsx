import { useState } from 'react'
import { QuantityField } from './quantity-field.tsx'

interface ScrapFieldsProps {
  busy: boolean
  onEnd: (scrap: number) => void
  onBack: () => void
}

/** Asks, before a run ends, whether scrap is assigned to it and how much. */
export function ScrapFields({ busy, onEnd, onBack }: ScrapFieldsProps) {
  const [assigns, setAssigns] = useState(false)
  const [scrap, setScrap] = useState<number | null>(null)
  if (!assigns) {
    return (
      <div className="form">
        <p>Assign scrap to this run?</p>
        <div className="run-ways">
          <button type="button" className="button" onClick={onBack}>
            Cancel
          </button>
          <button type="button" className="button" disabled={busy} onClick={() => onEnd(0)}>
            No
          </button>
          {/* biome-ignore lint/a11y/noAutofocus: a question takes the focus */}
          <button type="button" className="button button-primary" autoFocus onClick={() => setAssigns(true)}>
            Yes
          </button>
        </div>
      </div>
    )
  }
  const quantity = scrap === null ? null : Math.trunc(scrap)
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (quantity !== null) onEnd(quantity)
      }}
    >
      <QuantityField label="Scrap Qty" value={scrap} least={0} step={1} whole hint="Whole parts" onValue={setScrap} />
      <div className="run-ways">
        {quantity === null && (
          <span id="scrap-missing" className="run-missing">
            Set how many parts were scrapped
          </span>
        )}
        <button type="button" className="button" onClick={onBack}>
          Cancel
        </button>
        <button
          type="submit"
          className="button button-primary"
          disabled={quantity === null || busy}
          aria-describedby={quantity === null ? 'scrap-missing' : undefined}
        >
          End run
        </button>
      </div>
    </form>
  )
}
