import './toast.css'
import { Text } from 'react-aria-components/Text'
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast'
import { CloseIcon, DoneIcon, FailedIcon, InfoIcon } from './icons.tsx'
import { messages } from './messages.ts'
import { reserveRoom } from './toast-room.ts'

const icons = { done: DoneIcon, failed: FailedIcon, info: InfoIcon } as const

/** Row at the lower edge of the page that shows the messages of `useToast`; it is on a page once. */
export function Toasts() {
  return (
    <ToastRegion ref={reserveRoom} queue={messages} aria-label="Messages" className="toasts no-print">
      {({ toast }) => {
        const { kind, words, why } = toast.content
        const Icon = icons[kind]
        return (
          <Toast toast={toast} className={`near toast toast-${kind}`}>
            <Icon />
            <ToastContent className="any-break toast-text">
              <Text slot="title" className="block">
                {words}
              </Text>
              {why !== undefined && (
                <Text slot="description" className="muted block">
                  {why}
                </Text>
              )}
            </ToastContent>
            <button
              type="button"
              className="muted center hoverable overlay-close"
              aria-label="Close this message"
              onClick={() => messages.close(toast.key)}
            >
              <CloseIcon />
            </button>
          </Toast>
        )
      }}
    </ToastRegion>
  )
}
