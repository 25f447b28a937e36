import { useState, useSyncExternalStore } from 'react'
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

/** Question that the dialog shows, undefined without one, and the listener that is called when it changes. */
let current: Question | undefined
let show: () => void = () => undefined

function ask(question: Question | undefined): void {
  current = question
  show()
}

const listen = (onChange: () => void): (() => void) => {
  show = onChange
  return () => {
    show = () => undefined
  }
}

/**
 * Returns a function that opens a confirmation dialog, in place of one that is open. If the person confirms, it calls `onYes`,
 * and closes when the promise of that is settled, also after a failure.
 */
export const useConfirm = (): ((question: Question) => void) => ask

/** Dialog of the question that `useConfirm` opened; renders nothing without a question. It is on a page once. */
export function Confirmation() {
  const question = useSyncExternalStore(listen, () => current)
  return question === undefined ? null : <Answers {...question} />
}

function Answers({ title, about, text, yes, no = 'Cancel', removes = false, onYes }: Question) {
  const [busy, setBusy] = useState(false)
  const close = (): void => ask(undefined)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    await onYes().catch(() => undefined)
    ask(undefined)
  }
  return (
    <Dialog title={title} width={416} keepsEntries onClose={close}>
      {about !== undefined && (
        <p className="strong any-break">
          <bdi>{about}</bdi>
        </p>
      )}
      <p>{text}</p>
      <div className="wrap row-end below">
        {/* A question takes the focus, and its safe answer is the first. */}
        <Button autoFocus onClick={close}>
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
