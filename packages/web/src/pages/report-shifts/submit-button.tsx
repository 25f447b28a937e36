import { useId } from 'react'
import { Button } from '../../ui/button.tsx'

interface SubmitButtonProps {
  /** Reason why nothing can be submitted yet. */
  missing: string | undefined
  isBusy: boolean
  onSubmit: () => void
  children: React.ReactNode
}

/** Main button of the panel, with the reason beside it while it is disabled. */
export function SubmitButton({ missing, isBusy, onSubmit, children }: SubmitButtonProps) {
  const id = useId()
  return (
    <span className="inline row">
      <Button
        primary
        disabled={missing !== undefined || isBusy}
        aria-describedby={missing === undefined ? undefined : id}
        onClick={onSubmit}
      >
        {children}
      </Button>
      {missing !== undefined && (
        <span id={id} className="note">
          {missing}
        </span>
      )}
    </span>
  )
}
