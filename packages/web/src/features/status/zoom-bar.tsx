import { useZoom } from '../../scope/use-zoom.ts'
import { Button } from '../../ui/button.tsx'
import { EarlierIcon, LaterIcon, NearerIcon, WiderIcon } from '../../ui/icons.tsx'

/**
 * Buttons that move, widen, narrow or reset the period of the whole page. Moving right is disabled while the period reaches up to
 * now.
 */
export function ZoomBar({ zone }: { zone: string }) {
  const { pan, zoomIn, zoomOut, resetZoom, canPanRight, isZoomed } = useZoom(zone)
  return (
    <fieldset className="inline tight">
      <legend className="sr-only">Pan and zoom</legend>
      <ZoomButton words="Pan left" keys="[" onPress={() => pan(-1)}>
        <EarlierIcon />
      </ZoomButton>
      <ZoomButton
        words={canPanRight ? 'Pan right' : 'Pan right: the period reaches up to now'}
        keys="]"
        disabled={!canPanRight}
        onPress={() => pan(1)}
      >
        <LaterIcon />
      </ZoomButton>
      <ZoomButton words="Zoom out" keys="-" onPress={zoomOut}>
        <WiderIcon />
      </ZoomButton>
      <ZoomButton words="Zoom in" keys="+" onPress={zoomIn}>
        <NearerIcon />
      </ZoomButton>
      <Button
        className="muted"
        disabled={!isZoomed}
        title={isZoomed ? undefined : 'The whole period is shown'}
        onClick={resetZoom}
      >
        Reset zoom
      </Button>
    </fieldset>
  )
}

interface ZoomButtonProps {
  words: string
  /** Keyboard shortcut of the button. */
  keys: string
  disabled?: boolean
  onPress: () => void
  children: React.ReactNode
}

function ZoomButton({ words, keys, disabled = false, onPress, children }: ZoomButtonProps) {
  return (
    <Button
      className="muted zoom-button"
      aria-label={words}
      title={`${words} (${keys})`}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </Button>
  )
}
