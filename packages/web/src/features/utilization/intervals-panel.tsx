import './intervals.css'
import { Drawer } from 'antd'
import { useState } from 'react'
import { AccountView } from './account-view.tsx'
import { SharesView } from './shares-view.tsx'
import type { Explainable, FigurePlace } from './types.ts'

interface PanelProps {
  explainable: Explainable
  onClose: () => void
}

/** Panel with the intervals behind a figure: those of a machine, or for a unit its machines and then theirs. */
export function IntervalsPanel({ explainable, onClose }: PanelProps) {
  const [machine, setMachine] = useState<FigurePlace>()
  const { place } = explainable
  const shown = machine ?? place
  return (
    <Drawer
      open
      onClose={onClose}
      placement="right"
      size="min(760px, 100vw)"
      rootClassName="intervals"
      title={
        <span className="intervals-title">
          {machine !== undefined && (
            <button type="button" className="button" onClick={() => setMachine(undefined)}>
              <span aria-hidden="true">‹</span> All machines
            </button>
          )}
          <span>
            Behind the number: <bdi>{shown.name}</bdi>
          </span>
        </span>
      }
      destroyOnHidden
    >
      {shown.kind === 'unit' ? (
        <SharesView explainable={explainable} onChoose={setMachine} />
      ) : (
        <AccountView
          explainable={{
            ...explainable,
            place: shown,
            figures: machine === undefined ? explainable.figures : undefined,
          }}
          orgUnitId={machine === undefined ? undefined : place.id}
        />
      )}
    </Drawer>
  )
}
