import './company.css'
import { deleteLogo, putLogo } from '@millwatch/contract/http/company'
import { useEffect, useRef, useState } from 'react'
import { call, sendFile } from '../../lib/api.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmed } from '../../ui/form/use-confirmed.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Panel } from '../../ui/panel.tsx'
import { LIMITS, pictureFault } from './picture.ts'
import type { CompanyFacts } from './queries.ts'

interface Choice {
  readonly file: File
  /** Object URL by which the browser shows the file. */
  readonly address: string
}

/**
 * Returns the chosen file with an object URL for its preview, and a function that chooses another file, or none with undefined.
 * The URL is revoked when the choice changes or the component is removed.
 */
function useChoice(): [Choice | undefined, (file: File | undefined) => void] {
  const [choice, setChoice] = useState<Choice>()
  useEffect(() => () => (choice === undefined ? undefined : URL.revokeObjectURL(choice.address)), [choice])
  return [choice, (file) => setChoice(file === undefined ? undefined : { file, address: URL.createObjectURL(file) })]
}

/**
 * Panel that shows the company's logo, or a note that there is none. People who may do so choose a picture, see a preview, and
 * upload it or remove the logo; a file that cannot be a logo is refused with a message.
 */
export function LogoPanel({ company }: { company: CompanyFacts }) {
  const may = useMay()
  const [choice, choose] = useChoice()
  const [fault, setFault] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const common = { done: 'Saved successfully', failed: 'Error saving company', changes: 'all' } as const
  const saving = useSubmit({
    ...common,
    work: (file: File) => sendFile(putLogo, file),
    onDone: () => choose(undefined),
  })
  const remove = useConfirmed({
    ...common,
    title: 'Remove the logo?',
    text: `The header says ${company.name} again.`,
    yes: 'Remove logo',
    removes: true,
    work: () => call(deleteLogo, {}),
  })
  const take = (file: File | undefined) => {
    if (file === undefined) return
    const found = pictureFault(file)
    setFault(found)
    choose(found === undefined ? file : undefined)
  }
  const shown = choice?.address ?? company.logo_filename
  return (
    <Panel title="Logo" note="Stands in the header in place of the name">
      <div className="box line callout logo" data-color={company.config.header_color ?? undefined}>
        {shown === null ? (
          <span className="muted">No logo: the header says {company.name}</span>
        ) : (
          <img
            src={shown}
            alt={choice === undefined ? `Logo of ${company.name}` : 'Preview of the new logo'}
            onError={() => {
              if (choice === undefined) return
              setFault('This is not a PNG or WebP that can be shown. Choose another picture')
              choose(undefined)
            }}
          />
        )}
      </div>
      {choice !== undefined && <p className="second">Preview of {choice.file.name}. Nothing is saved yet.</p>}
      <p className="alert" role="alert">
        {fault}
      </p>
      {may(putLogo) && (
        <>
          <p className="second">{LIMITS}</p>
          <div className="wrap below">
            <input
              ref={input}
              type="file"
              className="sr-only"
              aria-label="Picture of the logo"
              tabIndex={-1}
              accept="image/png,image/webp"
              onChange={(event) => {
                take(event.target.files?.[0])
                event.target.value = ''
              }}
            />
            <Button onClick={() => input.current?.click()}>Choose a picture</Button>
            {choice !== undefined && (
              <>
                <Button onClick={() => choose(undefined)}>Cancel</Button>
                <Button primary disabled={saving.isPending} onClick={() => saving.mutate(choice.file)}>
                  Save logo
                </Button>
              </>
            )}
            {choice === undefined && company.logo_filename !== null && may(deleteLogo) && (
              <Button onClick={remove}>Remove logo</Button>
            )}
          </div>
        </>
      )}
    </Panel>
  )
}
