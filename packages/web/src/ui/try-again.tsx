interface TryAgainProps {
  className?: string
  /** Text about the part that could not be loaded, and why. */
  children: React.ReactNode
  onRetry: () => unknown
}

/** Error text in place of a part of a page, with a button that calls `onRetry`. */
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
