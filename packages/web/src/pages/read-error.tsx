import { Notice } from '../ui/notice.tsx'

interface ReadErrorProps {
  what: string
  error: Error
  onRetry: () => void
}

/** Something could not be read: what happened, what was kept, how to go on. */
export function ReadError({ what, error, onRetry }: ReadErrorProps) {
  return (
    <Notice
      alert
      whole
      title={`${what} could not be read`}
      ways={
        <button type="button" className="button button-primary" onClick={onRetry}>
          Try again
        </button>
      }
    >
      {error.message}. Nothing is lost: machines are heard whether or not anyone looks.
    </Notice>
  )
}
