import { SecretDialog } from '../../ui/secret-dialog.tsx'

export interface MadeKey {
  readonly name: string
  readonly key: string
}

/** Dialog that shows a new API key to be copied, with a warning and the way in which a program sends the key. */
export const KeyDialog = ({ made: { name, key }, onClose }: { made: MadeKey; onClose: () => void }) => (
  <SecretDialog
    title={`API key ${name}`}
    warning="Anyone who has it has its rights."
    label="API key"
    secret={key}
    onClose={onClose}
  >
    The program sends it with every call, as <code>Authorization: Bearer …</code>. The calls are described at{' '}
    <a href="/docs">/docs</a>.
  </SecretDialog>
)
