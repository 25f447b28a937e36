import './confirm.css'
import { useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface Question {
  title: string
  /** Consequences of the action. */
  text: React.ReactNode
  /** Text of the button that confirms. */
  yes: string
  onYes: () => Promise<unknown>
}

/** The question that is asked now, and the listener that shows it. */
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
 * Returns a function that asks for confirmation. The dialog stays open during the action and closes after it, also on
 * failure.
 */
export const useConfirm = (): ((question: Question) => void) => ask

/** Dialog of the question that `useConfirm` asks; it is on the page once. */
export function Confirmation() {
  const question = useSyncExternalStore(listen, () => current)
  return question === undefined ? null : <Answers {...question} />
}

function Answers({ title, text, yes, onYes }: Question) {
  const [busy, setBusy] = useState(false)
  const close = (): void => ask(undefined)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    await onYes().catch(() => undefined)
    close()
  }
  return (
    <Dialog title={title} width={416} keepsEntries onClose={close}>
      <p>{text}</p>
      <div className="wrap confirm-ways">
        {/* A question takes the focus, and its safe answer is the first. */}
        <Button autoFocus onClick={close}>
          Cancel
        </Button>
        <Button primary disabled={busy} onClick={() => void confirm()}>
          {yes}
        </Button>
      </div>
    </Dialog>
  )
}
