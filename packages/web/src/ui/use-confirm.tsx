import { useState } from 'react'
import { SharedValue, useShared } from '../lib/shared-value.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface Question {
  title: string
  /** Name of the object of the question, shown above its text; absent if the title names it. */
  about?: string
  /** Consequences of the action. */
  text: React.ReactNode
  /** Text of the button that confirms. */
  yes: string
  /** Text of the button that does nothing; `Cancel` unless given. */
  no?: string
  /** True for an action that removes or revokes something: its button is red. */
  removes?: boolean
  onYes: () => Promise<unknown>
}

/** Holds the question that the dialog shows, with its number; undefined if it shows none. */
const shownQuestion = new SharedValue<{ readonly question: Question; readonly number: number } | undefined>(undefined)
/** Number of the last question. */
let lastNumber = 0

function ask(question: Question): void {
  lastNumber += 1
  shownQuestion.set({ question, number: lastNumber })
}

/** Closes the dialog, unless it shows another question by now. */
function close(number: number): void {
  if (shownQuestion.get()?.number === number) shownQuestion.set(undefined)
}

/**
 * Returns a function that opens a confirmation dialog, in place of one that is open. If the person confirms, it calls `onYes`,
 * and closes when the promise of that is settled, also after a failure; until then it cannot be closed.
 */
export const useConfirm = (): ((question: Question) => void) => ask

/** Dialog of the question that `useConfirm` opened; renders nothing without a question. It is on a page once. */
export function Confirmation() {
  const shown = useShared(shownQuestion)
  if (shown === undefined) return null
  return <Answers key={shown.number} {...shown.question} onClose={() => close(shown.number)} />
}

function Answers({
  title,
  about,
  text,
  yes,
  no = 'Cancel',
  removes = false,
  onYes,
  onClose,
}: Question & { onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    await onYes().catch(() => undefined)
    onClose()
  }
  return (
    <Dialog title={title} width={416} keepsEntries onClose={() => !busy && onClose()}>
      {about !== undefined && (
        <p className="strong any-break">
          <bdi>{about}</bdi>
        </p>
      )}
      <p>{text}</p>
      <div className="wrap row-end below">
        {/* A question takes the focus, and its safe answer is the first. */}
        <Button autoFocus disabled={busy} onClick={onClose}>
          {no}
        </Button>
        <Button
          className="any-break"
          primary={!removes}
          danger={removes}
          disabled={busy}
          onClick={() => void confirm()}
        >
          {yes}
        </Button>
      </div>
    </Dialog>
  )
}
