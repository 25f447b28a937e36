import './copied.css'
import { useState } from 'react'

/** Something to take elsewhere, as it is, with a button that copies it. */
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
    <div className="copied">
      <textarea
        className="copied-value"
        aria-label={label}
        readOnly
        rows={1}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" className="button" onClick={() => void copy()}>
        {state === 'copied' ? 'Copied' : 'Copy'}
      </button>
      <span className="sr-only" role="status">
        {state === 'copied' ? `${label} copied` : ''}
      </span>
      {state === 'refused' && (
        <span className="copied-note">This browser does not let the page copy. Select the text instead.</span>
      )}
    </div>
  )
}
