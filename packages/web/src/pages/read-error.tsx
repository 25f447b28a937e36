import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

interface ReadErrorProps {
  subject: string
  error: Error
  onRetry: () => void
}

/**
 * Page for data that could not be loaded, with the message of `error` and a button to try again. `subject` is the beginning of
 * the sentence `… could not be read`.
 */
export function ReadError({ subject, error, onRetry }: ReadErrorProps) {
  return (
    <Notice
      alert
      whole
      title={`${subject} could not be read`}
      ways={
        <Button primary onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {error.message}. Nothing is lost: machine data is stored whether or not anyone looks.
    </Notice>
  )
}
