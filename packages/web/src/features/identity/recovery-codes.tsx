import { saveFile } from '../../lib/download.ts'
import { Button } from '../../ui/button.tsx'
import { Copied } from '../../ui/copied.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/**
 * Page content with new recovery codes to be copied, downloaded or printed, and a button that calls `onDone`. The codes cannot be
 * shown again.
 */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n')
  return (
    <div className="stack wide form">
      <p>
        Keep these codes where you find them without your phone. Each signs you in once, in place of a code of the app.
        They are shown this once and never again.
      </p>
      <Copied label="Recovery codes" value={text} />
      <div className="row wide">
        <Button
          onClick={() => saveFile('Millwatch recovery codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))}
        >
          Download
        </Button>
        <Button onClick={() => print()}>Print</Button>
        <Button primary onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  )
}
