import './tabs.css'
import { useId } from 'react'

interface TabsProps<Name extends string> {
  /** Name of the tabs for screen readers. */
  label: string
  tabs: readonly { readonly name: Name; readonly words: string }[]
  chosen: Name
  onChoose: (name: Name) => void
  /** Content of the selected tab. */
  children: React.ReactNode
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/**
 * Tabs inside a dialog or panel; arrow keys move between them. Tabs of a page are links instead, held in the address.
 */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId()
  const go = (event: React.KeyboardEvent<HTMLElement>): void => {
    const step = STEPS[event.key]
    const at = tabs.findIndex(({ name }) => name === chosen)
    const next = step === undefined ? undefined : tabs.at((at + step) % tabs.length)
    if (next === undefined) return
    event.preventDefault()
    onChoose(next.name)
    event.currentTarget.querySelector<HTMLElement>(`[data-name="${next.name}"]`)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} className="tab-list" onKeyDown={go}>
        {tabs.map(({ name, words }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-name={name}
            className="tab-button"
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {words}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  )
}
