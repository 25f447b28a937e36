import './kiosks.css'
import { createKioskCode, pairKiosk } from '@millwatch/contract/http/kiosks'
import { useNow } from '../../lib/clock.ts'
import { duration } from '../../lib/format.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Copied } from '../../ui/copied.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { CodeForm } from './code-form.tsx'
import { type Link, newLink } from './queries.ts'

export interface ShownLink extends Link {
  readonly kioskId: number
  readonly name: string
}

interface LinkDialogProps {
  shown: ShownLink
  onLink: (link: ShownLink) => void
  onClose: () => void
}

/**
 * Dialog with the link, also as a QR code, that turns a browser into the kiosk display, and the time until it expires. The link
 * works once; after it has expired, a button makes another one. People who may do so can type the code of a browser instead.
 */
export function LinkDialog({ shown, onLink, onClose }: LinkDialogProps) {
  const now = useNow()
  const may = useMay()
  const leftMs = Date.parse(shown.expires_at) - now
  const again = useSubmit({
    work: () => newLink(shown.kioskId),
    failed: 'Error making another link',
    onDone: (link) => onLink({ ...shown, ...link }),
  })
  return (
    <Dialog title={`Open ${shown.name}`} onClose={onClose} width={560}>
      <div className="stack wide form">
        {leftMs > 0 ? (
          <>
            <p>
              Open this link in the browser of the display, or scan it with the display. It works once, and is not shown
              again.
            </p>
            <Copied label="Link of the display" value={shown.url} />
            <div className="row wide">
              <QrCode label="The link as a QR code" value={shown.url} />
              <p className="muted stack tight" role="timer">
                <span>Good for</span>
                <b className="figure-large value">{duration(leftMs)}</b>
              </p>
            </div>
          </>
        ) : (
          <p role="status">
            This link is over. The display is kept: make another link when you stand before it, and open that.
          </p>
        )}
        {may(pairKiosk) && <CodeForm kioskId={shown.kioskId} name={shown.name} onPaired={onClose} />}
        <div className="wrap">
          {leftMs <= 0 && may(createKioskCode) && (
            <Button primary disabled={again.isPending} onClick={() => again.mutate()}>
              New link
            </Button>
          )}
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  )
}
