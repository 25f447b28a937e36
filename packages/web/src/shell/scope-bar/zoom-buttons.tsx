import type { Zoom } from '../../scope/scope.ts'
import { Button } from '../../ui/button.tsx'
import { EarlierIcon, LaterIcon, NearerIcon, ResetIcon, WiderIcon } from '../../ui/icons.tsx'

interface StepProps {
  /** Action of the button. */
  label: string
  keys: string
  /** Reason why the button has no effect now; undefined if it has. */
  missing?: string | undefined
  onClick: () => void
  children: React.ReactNode
}

/** Button that stays focusable while it has no effect; its name and tooltip then include the reason. */
function Step({ label, keys, missing, onClick, children }: StepProps) {
  const off = missing !== undefined
  return (
    <button
      type="button"
      className="muted center scope-step"
      aria-label={off ? `${label}: ${missing}` : label}
      title={off ? `${label}: ${missing}` : `${label} (${keys})`}
      aria-keyshortcuts={keys}
      aria-disabled={off || undefined}
      onClick={() => !off && onClick()}
    >
      {children}
    </button>
  )
}

const NOT_LATER = 'the period reaches until now'

export const Earlier = ({ pan }: Zoom) => (
  <Step label="Earlier by half the period" keys="[" onClick={() => pan(-1)}>
    <EarlierIcon />
  </Step>
)

export const Later = ({ pan, canPanRight }: Zoom) => (
  <Step label="Later by half the period" keys="]" missing={canPanRight ? undefined : NOT_LATER} onClick={() => pan(1)}>
    <LaterIcon />
  </Step>
)

export const Nearer = ({ zoomIn, canZoomIn }: Zoom) => (
  <Step label="Zoom in" keys="+" missing={canZoomIn ? undefined : 'this is as near as it gets'} onClick={zoomIn}>
    <NearerIcon />
  </Step>
)

export const Wider = ({ zoomOut, canZoomOut }: Zoom) => (
  <Step label="Zoom out" keys="-" missing={canZoomOut ? undefined : 'this is as wide as it gets'} onClick={zoomOut}>
    <WiderIcon />
  </Step>
)

export const Reset = ({ resetZoom, isZoomed }: Zoom) =>
  isZoomed && (
    <Button
      className="scope-reset"
      aria-label="Reset zoom"
      title="Reset zoom (0)"
      aria-keyshortcuts="0"
      onClick={resetZoom}
    >
      <ResetIcon />
      <span className="scope-reset-words">Reset zoom</span>
    </Button>
  )
