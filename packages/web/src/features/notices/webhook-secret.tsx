import { SecretDialog } from '../../ui/secret-dialog.tsx'

export interface MadeWebhook {
  readonly name: string
  readonly secret: string
}

/** Dialog that shows the secret of a new webhook to be copied, with the way in which the receiver checks messages by it. */
export const WebhookSecret = ({ made: { name, secret }, onClose }: { made: MadeWebhook; onClose: () => void }) => (
  <SecretDialog
    title={`Secret of ${name}`}
    warning="It proves that a message comes from this installation."
    label="Secret"
    secret={secret}
    onClose={onClose}
  >
    The program checks the header <code>webhook-signature</code> of each message with it, as described at{' '}
    <code>standardwebhooks.com</code>. Slack and Teams need no secret.
  </SecretDialog>
)
