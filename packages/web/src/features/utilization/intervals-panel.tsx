import './intervals.css'
import { Drawer } from 'antd'
import { useState } from 'react'
import { AccountView } from './account-view.tsx'
import { SharesView } from './shares-view.tsx'
import type { Explainable, Place } from './types.ts'

interface PanelProps {
  of: Explainable
  onClose: () => void
}

/** The intervals behind a number: of a machine its stretches of time, of a unit its machines and then theirs. */
export function IntervalsPanel({ of, onClose }: PanelProps) {
  const [machine, setMachine] = useState<Place>()
  const { place } = of
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
        <SharesView of={of} onChoose={setMachine} />
      ) : (
        <AccountView
          of={{ ...of, place: shown, figures: machine === undefined ? of.figures : undefined }}
          orgUnitId={machine === undefined ? undefined : place.id}
        />
      )}
    </Drawer>
  )
}
