interface TryAgainProps {
  className?: string
  /** What could not be read, and why. */
  children: React.ReactNode
  onRetry: () => unknown
}

/** A part of a page that could not be read: why, and the way on. For a whole page there is `Notice`. */
export function TryAgain({ className, children, onRetry }: TryAgainProps) {
  return (
    <p className={className} role="alert">
      {children}.{' '}
      <button type="button" className="link-button" onClick={() => void onRetry()}>
        Try again
      </button>
    </p>
  )
}
