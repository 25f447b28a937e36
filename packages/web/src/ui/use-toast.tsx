import { type Message, messages } from './messages.ts'

/** Seconds until a message about a success disappears; failures stay longer, because their reason has to be read. */
const DONE_S = 5
const FAILED_S = 12

interface Toast {
  /** Shows a message about a success, for 5 s or as many seconds as requested. */
  done: (words: string, seconds?: number) => void
  /**
   * Shows a message about a failure, with the message of `why` if that is another text, for 12 s or as many seconds as requested.
   */
  failed: (words: string, why?: Error, seconds?: number) => void
  /** Shows a message about an event that the person did not cause, for a number of seconds. */
  info: (words: string, seconds: number) => void
}

const show = (message: Message, seconds: number): void => {
  messages.add(message, { timeout: seconds * 1000 })
}

const toast: Toast = {
  done: (words, seconds = DONE_S) => show({ kind: 'done', words }, seconds),
  failed: (words, why, seconds = FAILED_S) =>
    show(
      { kind: 'failed', words, ...(why === undefined || why.message === words ? {} : { why: why.message }) },
      seconds,
    ),
  info: (words, seconds) => show({ kind: 'info', words }, seconds),
}

/**
 * Returns functions that show a message at the lower edge of the page: a success for 5 s, a failure with its reason for 12 s, or
 * each as long as requested; other news as long as requested.
 */
export const useToast = (): Toast => toast
