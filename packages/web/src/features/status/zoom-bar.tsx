import { useZoom } from '../../scope/use-zoom.ts'

/** Pan and zoom of the scope, where a chart is. */
export function ZoomBar({ zone }: { zone: string }) {
  const { pan, zoomIn, zoomOut, resetZoom, canPanRight, isZoomed } = useZoom(zone)
  return (
    <fieldset className="zoom-bar">
      <legend className="sr-only">Pan and zoom</legend>
      <ZoomButton words="Pan left" keys="[" onPress={() => pan(-1)}>
        <path d="M10 3 5 8l5 5" />
      </ZoomButton>
      <ZoomButton
        words={canPanRight ? 'Pan right' : 'Pan right: the period reaches up to now'}
        keys="]"
        disabled={!canPanRight}
        onPress={() => pan(1)}
      >
        <path d="m6 3 5 5-5 5" />
      </ZoomButton>
      <ZoomButton words="Zoom out" keys="-" onPress={zoomOut}>
        <path d="M3 8h10" />
      </ZoomButton>
      <ZoomButton words="Zoom in" keys="+" onPress={zoomIn}>
        <path d="M3 8h10M8 3v10" />
      </ZoomButton>
      <button type="button" className="button zoom-reset" disabled={!isZoomed} onClick={resetZoom}>
        Reset zoom
      </button>
    </fieldset>
  )
}

interface ZoomButtonProps {
  words: string
  /** The key that does the same. */
  keys: string
  disabled?: boolean
  onPress: () => void
  children: React.ReactNode
}

function ZoomButton({ words, keys, disabled = false, onPress, children }: ZoomButtonProps) {
  return (
    <button
      type="button"
      className="button zoom-button"
      aria-label={words}
      title={`${words} (${keys})`}
      disabled={disabled}
      onClick={onPress}
    >
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {children}
      </svg>
    </button>
  )
}
