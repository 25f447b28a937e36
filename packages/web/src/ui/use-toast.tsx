import './toast.css'
import { App } from 'antd'
import { useMemo } from 'react'

/** Messages go by themselves after this; a fault stays for who looks up late. */
const DONE_SECONDS = 8
const FAILED_SECONDS = 12

interface Toast {
  done: (words: string) => void
  /** What did not work, and why where that is known. */
  failed: (words: string, why?: Error) => void
}

/** Says what became of something, at the edge of the page. */
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
