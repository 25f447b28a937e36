import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'

export interface Message {
  readonly kind: 'done' | 'failed' | 'info'
  readonly words: string
  /** Reason of a failure. */
  readonly why?: string
}

/** Number of messages that are shown at the same time; others wait. */
const AT_ONCE = 5

/** Queue of the messages at the lower edge of the page; at most five are shown at once, others wait. */
export const messages = new ToastQueue<Message>({ maxVisibleToasts: AT_ONCE })
