import './toast.css'
import { App } from 'antd'
import { useMemo } from 'react'

/** Seconds until a message disappears; errors stay longer. */
const DONE_SECONDS = 8
const FAILED_SECONDS = 12

interface Toast {
  done: (words: string) => void
  /** Shows an error message, with the reason when it is known. */
  failed: (words: string, why?: Error) => void
}

/** Returns functions that show a message about the result of an action at the edge of the page. */
export function useToast(): Toast {
  const { message } = App.useApp()
  return useMemo(
    () => ({
      done: (words) => void message.success(<span className="toast-words">{words}</span>, DONE_SECONDS),
      failed: (words, why) =>
        void message.error(
          <>
            <span className="toast-words">{words}</span>
            {why !== undefined && why.message !== words && <span className="toast-why">{why.message}</span>}
          </>,
          FAILED_SECONDS,
        ),
    }),
    [message],
  )
}
