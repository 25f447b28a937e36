import './addins.css'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { logFailure } from '../../lib/log.ts'
import type { Subject } from '../../scope/subject.ts'
import { TryAgain } from '../../ui/try-again.tsx'
import { type Addin, askToken } from './queries.ts'

/**
 * Types of the messages between page and add-in: the add-in requests a new token, since a token is valid for five minutes, and
 * the page sends one.
 */
const TOKEN_REQUEST = 'millwatch:ask'
const TOKEN_MESSAGE = 'millwatch:sso'

/**
 * Permissions of the frame: it runs scripts and keeps its own storage, but cannot navigate this page or open dialogs
 * over it.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups'

interface AddinFrameProps {
  addin: Addin
  subject: Subject
}

/**
 * Frame with the page of an add-in. It first reads a token that identifies the user and shows nothing until then; if that fails,
 * it shows an error with a button to try again. It sends the token with the id of the machine or unit to the add-in's own origin
 * only, when the page is loaded, and a new token each time the add-in requests one.
 */
export function AddinFrame(props: AddinFrameProps) {
  const [attempt, setAttempt] = useState(0)
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Attempt({ addin, subject, onRetry }: AddinFrameProps & { onRetry: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [first, setFirst] = useState<string>()
  const [failed, setFailed] = useState(false)
  const origin = new URL(addin.index_url).origin
  const sendToken = (token: string): void => {
    const about = subject.which === 'e' ? { equipment_id: subject.id } : { org_unit_id: subject.id }
    frame.current?.contentWindow?.postMessage({ type: TOKEN_MESSAGE, sso_token: token, ...about }, origin)
  }
  useEffect(() => {
    let isOver = false
    askToken(addin.id).then(
      (token) => isOver || setFirst(token),
      (error: unknown) => {
        logFailure('An add-in received no token', error)
        if (!isOver) setFailed(true)
      },
    )
    return () => {
      isOver = true
    }
  }, [addin.id])
  const onMessage = useEffectEvent((event: MessageEvent): void => {
    if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
    if ((event.data as { type?: unknown } | null)?.type !== TOKEN_REQUEST) return
    askToken(addin.id).then(sendToken, (error: unknown) => logFailure('An add-in received no token', error))
  })
  useEffect(() => {
    const listener = (event: MessageEvent): void => onMessage(event)
    addEventListener('message', listener)
    return () => removeEventListener('message', listener)
  }, [])
  if (first === undefined) {
    return failed ? (
      <TryAgain onRetry={onRetry}>The add-in could not be opened: it received no token. Reload the page</TryAgain>
    ) : null
  }
  return (
    <iframe
      ref={frame}
      className="fill grow box addin-frame"
      title={addin.name}
      src={addin.index_url}
      sandbox={SANDBOX}
      referrerPolicy="no-referrer"
      onLoad={() => sendToken(first)}
    />
  )
}
