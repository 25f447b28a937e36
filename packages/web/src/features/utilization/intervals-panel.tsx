import './intervals.css'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { AccountView } from './account-view.tsx'
import { SharesView } from './shares-view.tsx'
import type { Explainable, FigurePlace } from './types.ts'

interface PanelProps {
  explainable: Explainable
  onClose: () => void
}

/**
 * Drawer with the intervals behind a figure: for a machine its intervals, for a unit the list of its machines, each of which
 * opens its intervals.
 */
export function IntervalsPanel({ explainable, onClose }: PanelProps) {
  const [machine, setMachine] = useState<FigurePlace>()
  const [isExact, setExact] = useState(false)
  const form = { isExact, onExact: setExact }
  const { place } = explainable
  const shown = machine ?? place
  return (
    <Drawer
      onClose={onClose}
      width={760}
      title={
        <span className="row any-break">
          {machine !== undefined && (
            <Button onClick={() => setMachine(undefined)}>
              <span aria-hidden="true">‹</span> All machines
            </Button>
          )}
          <span>
            Behind the number: <bdi>{shown.name}</bdi>
          </span>
        </span>
      }
    >
      {shown.kind === 'unit' ? (
        <SharesView explainable={explainable} onChoose={setMachine} {...form} />
      ) : (
        <AccountView
          explainable={{
            ...explainable,
            place: shown,
            figures: machine === undefined ? explainable.figures : undefined,
          }}
          orgUnitId={machine === undefined ? undefined : place.id}
          {...form}
        />
      )}
    </Drawer>
  )
}
