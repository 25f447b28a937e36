import './confirm.css'
import { App } from 'antd'
import { useState } from 'react'

interface Question {
  title: string
  /** What follows from it. */
  text: React.ReactNode
  /** The word on the button that does it. */
  yes: string
  onYes: () => Promise<unknown>
}

/** Asks before something that is not undone. The question stays while it is being done, and goes whatever came of it. */
export function useConfirm(): (question: Question) => void {
  const { modal } = App.useApp()
  return ({ title, ...question }) => {
    const asked = modal.confirm({
      title,
      icon: null,
      footer: null,
      content: <Answers {...question} onClose={() => asked.destroy()} />,
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
