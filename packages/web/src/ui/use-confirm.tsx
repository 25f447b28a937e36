import './confirm.css'
import { App } from 'antd'
import { useState } from 'react'

interface Question {
  title: string
  /** Consequences of the action. */
  text: React.ReactNode
  /** Text of the button that confirms. */
  yes: string
  onYes: () => Promise<unknown>
}

/**
 * Returns a function that asks for confirmation. The dialog stays open during the action and closes after it, also on
 * failure.
 */
export function useConfirm(): (question: Question) => void {
  const { modal } = App.useApp()
  return ({ title, ...question }) => {
    const dialog = modal.confirm({
      title,
      icon: null,
      footer: null,
      content: <Answers {...question} onClose={() => dialog.destroy()} />,
    })
  }
}

function Answers({ text, yes, onYes, onClose }: Omit<Question, 'title'> & { onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const doIt = async (): Promise<void> => {
    setBusy(true)
    await onYes().catch(() => undefined)
    onClose()
  }
  return (
    <>
      <p>{text}</p>
      <div className="confirm-ways">
        {/* biome-ignore lint/a11y/noAutofocus: a question takes the focus, and its safe answer is the first */}
        <button type="button" className="button" autoFocus onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button button-primary" disabled={busy} onClick={() => void doIt()}>
          {yes}
        </button>
      </div>
    </>
  )
}
