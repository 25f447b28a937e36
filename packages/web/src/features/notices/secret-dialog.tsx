import { Button } from '../../ui/button.tsx'
import { Copied } from '../../ui/copied.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export interface MadeWebhook {
  readonly name: string
  readonly secret: string
}

/** Dialog that shows the secret of a new webhook to be copied; it is never shown again. */
export function SecretDialog({ made, onClose }: { made: MadeWebhook; onClose: () => void }) {
  return (
    <Dialog title={`Secret of ${made.name}`} onClose={onClose} width={560} keepsEntries>
      <div className="stack wide form">
        <p>
          Copy it now: it is shown this once and never again. It proves that a message comes from this installation.
        </p>
        <Copied label="Secret" value={made.secret} />
        <p>
          The program checks the header <code>webhook-signature</code> of each message with it, as described at{' '}
          <code>standardwebhooks.com</code>. Slack and Teams need no secret.
        </p>
        <div>
          <Button primary onClick={onClose}>
            I have copied it
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
