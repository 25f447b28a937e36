import './copied.css'
import { useState } from 'react'
import { Button } from './button.tsx'

/** Approximate number of characters that fit on a line on a phone. */
const CHARACTERS_A_LINE = 32

const rowsOf = (text: string): number =>
  text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / CHARACTERS_A_LINE)), 0)

/** Read-only text with a button that copies it to the clipboard. */
export function Copied({ label, value }: { label: string; value: string }) {
  const [state, setState] = useState<'new' | 'copied' | 'refused'>('new')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value)
      setState('copied')
    } catch {
      setState('refused')
    }
  }
  return (
    <div className="row copied">
      <textarea
        className="well any-break callout mono copied-value"
        aria-label={label}
        readOnly
        // Used by browsers that do not fit the field to its text.
        rows={rowsOf(value)}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={() => void copy()}>{state === 'copied' ? 'Copied' : 'Copy'}</Button>
      <span className="sr-only" role="status">
        {state === 'copied' ? `${label} copied` : ''}
      </span>
      {state === 'refused' && (
        <span className="note whole-line">This browser does not let the page copy. Select the text instead.</span>
      )}
    </div>
  )
}
