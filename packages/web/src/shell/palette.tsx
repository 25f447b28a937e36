import './palette.css'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { perform } from '../ui/perform.ts'
import { type Entry, findEntries } from './palette-find.ts'

interface PaletteProps {
  open: boolean
  entries: readonly Entry[]
  onClose: () => void
  inputRef: React.RefObject<HTMLInputElement | null>
}

/**
 * Dialog that searches all entries while typing. Arrow keys move the selection; Enter or a click closes the dialog and performs
 * the entry.
 */
export function Palette({ open, entries, onClose, inputRef }: PaletteProps) {
  return (
    <Dialog open={open} title="Go to, or do" bare width={560} onClose={onClose}>
      <Found entries={entries} onClose={onClose} inputRef={inputRef} />
    </Dialog>
  )
}

function Found({ entries, onClose, inputRef }: Omit<PaletteProps, 'open'>) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const found = useMemo(() => findEntries(entries, typed), [entries, typed])
  const current = Math.min(at, found.length - 1)
  const optionId = (index: number): string => `${id}-${index}`
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const choose = (entry: Entry | undefined): void => {
    if (entry === undefined) return
    onClose()
    entry.act()
  }
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
  const actionOf = ({ key, nativeEvent }: React.KeyboardEvent): (() => void) | undefined => {
    const step = steps[key]
    if (step !== undefined) return () => setAt(Math.max(0, Math.min(found.length - 1, current + step)))
    return key === 'Enter' && !nativeEvent.isComposing ? () => choose(found[current]) : undefined
  }
  return (
    <>
      <input
        ref={inputRef}
        className="palette-input"
        // biome-ignore lint/a11y/noAutofocus: it was opened to be typed into
        autoFocus
        role="combobox"
        aria-label="Go to, or do"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? optionId(current) : undefined}
        placeholder="Machine, unit, page or action"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={(event) => perform(event, actionOf(event))}
      />
      <div className="scroll palette-list" role="listbox" id={`${id}-list`} aria-label="Found" ref={list}>
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field above
          <div
            key={entry.key}
            id={optionId(index)}
            className="spread wide hoverable palette-entry"
            role="option"
            aria-selected={index === current}
            onClick={() => choose(entry)}
            onPointerMove={() => setAt(index)}
          >
            <span className="cut" dir="auto" title={entry.words}>
              {entry.words}
            </span>
            <span className="cut note palette-about">{entry.about}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className="muted callout" role="status">
          Nothing is called “{typed.trim()}”. Part of a name is enough.
        </p>
      )}
    </>
  )
}
