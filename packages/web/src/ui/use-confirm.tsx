import { App } from 'antd'

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
  return ({ title, text, yes, onYes }) =>
    void modal.confirm({
      title,
      content: text,
      okText: yes,
      cancelText: 'Cancel',
      icon: null,
      autoFocusButton: 'cancel',
      okButtonProps: { danger: true },
      onOk: () => onYes().catch(() => undefined),
    })
}
