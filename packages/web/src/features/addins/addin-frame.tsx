import './addins.css'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { logFailure } from '../../lib/log.ts'
import type { Subject } from '../../scope/subject.ts'
import { TryAgain } from '../../ui/try-again.tsx'
import { type Addin, askToken } from './queries.ts'

/** What an add-in says to be told once more: a token is good for five minutes. */
const ASKS = 'millwatch:ask'
const TELLS = 'millwatch:sso'

/** Runs its scripts and keeps what is its own; leads this page nowhere and opens nothing over it. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups'

interface AddinFrameProps {
  addin: Addin
  subject: Subject
}

/** An add-in in a frame. Nothing is shown until there is a token, and it is told to the listed origin alone. */
export function AddinFrame(props: AddinFrameProps) {
  const [attempt, setAttempt] = useState(0)
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Attempt({ addin, subject, onRetry }: AddinFrameProps & { onRetry: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [first, setFirst] = useState<string>()
  const [failed, setFailed] = useState(false)
  const origin = new URL(addin.index_url).origin
  const tell = (token: string): void => {
    const about = subject.which === 'e' ? { equipment_id: subject.id } : { org_unit_id: subject.id }
    frame.current?.contentWindow?.postMessage({ type: TELLS, sso_token: token, ...about }, origin)
  }
  useEffect(() => {
    let isOver = false
    askToken(addin.id).then(
      (token) => isOver || setFirst(token),
      (error: unknown) => {
        logFailure('An add-in was given no token', error)
        if (!isOver) setFailed(true)
      },
    )
    return () => {
      isOver = true
    }
  }, [addin.id])
  const onMessage = useEffectEvent((event: MessageEvent): void => {
    if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
    if ((event.data as { type?: unknown } | null)?.type !== ASKS) return
    askToken(addin.id).then(tell, (error: unknown) => logFailure('An add-in was given no token', error))
  })
  useEffect(() => {
    const listener = (event: MessageEvent): void => onMessage(event)
    addEventListener('message', listener)
    return () => removeEventListener('message', listener)
  }, [])
  if (first === undefined) {
    return failed ? <TryAgain onRetry={onRetry}>The add-in could not be opened: it was given no token</TryAgain> : null
  }
  return (
    <iframe
      ref={frame}
      className="addin-frame"
      title={addin.name}
      src={addin.index_url}
      sandbox={SANDBOX}
      referrerPolicy="no-referrer"
      onLoad={() => tell(first)}
    />
  )
}
