import './pairing-page.css'
import { useQueryClient } from '@tanstack/react-query'
import { rememberDisplay } from '../../features/identity/display.ts'
import { entered } from '../../features/identity/enter.ts'
import { usePairing } from '../../features/kiosks/pairing.ts'
import { duration } from '../../lib/format.ts'
import { useTitle } from '../../lib/title.ts'
import { Entrance, type EntrancePageProps } from '../entrance.tsx'

/**
 * Page of a browser that is to become a kiosk display. It shows a code that an admin types under Settings, and the time until the
 * next code follows. When the code was typed, it opens the page of the display.
 */
export function PairingPage({ onOpen }: EntrancePageProps) {
  useTitle('Connect a display')
  const client = useQueryClient()
  const { code, leftMs, isUnreachable } = usePairing(() => {
    entered(client)
    rememberDisplay(true)
    void onOpen('/')
  })
  return (
    <Entrance
      title="Connect this display"
      error={isUnreachable ? 'Millwatch cannot be reached. This page goes on by itself when it can.' : undefined}
      wide
    >
      <div className="stack panel wide entrance-form">
        <p>
          On your own computer, open <b>Settings</b>, <b>Kiosk displays</b>, choose <b>Enter code</b> beside the
          display, and type:
        </p>
        <output className="value one-line pairing-code" aria-label="Code of this display">
          {code === null ? '··· ···' : `${code.slice(0, 3)} ${code.slice(3)}`}
        </output>
        <p className="muted" role="timer">
          {code === null ? 'A code follows' : `Good for ${duration(leftMs)}; then another one follows`}
        </p>
        <a href="/login" className="entrance-link">
          {'<- Back to login'}
        </a>
      </div>
    </Entrance>
  )
}
