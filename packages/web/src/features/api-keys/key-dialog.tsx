import { Button } from '../../ui/button.tsx'
import { Copied } from '../../ui/copied.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export interface MadeKey {
  readonly name: string
  readonly key: string
}

/** Dialog that shows a new API key to be copied; the key is never shown again. */
export function KeyDialog({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  return (
    <Dialog title={`API key ${made.name}`} onClose={onClose} width={560} keepsEntries>
      <div className="stack wide form">
        <p>Copy it now: it is shown this once and never again. Anyone who has it has its rights.</p>
        <Copied label="API key" value={made.key} />
        <p>
          The program sends it with every call, as <code>Authorization: Bearer …</code>. The calls are described at{' '}
          <a href="/docs">/docs</a>.
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
