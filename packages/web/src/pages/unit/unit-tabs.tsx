import './unit-tabs.css'
import { useRef } from 'react'
import { performKey } from '../../ui/perform.ts'
import type { UnitTab } from './choices.ts'

const tabs: readonly { key: UnitTab; words: string }[] = [
  { key: 'util', words: 'Utilization' },
  { key: 'equipment', words: 'Equipment' },
]

/** Tab that each key selects. */
const TAB_OF_KEY: Readonly<Record<string, UnitTab>> = {
  ArrowLeft: 'util',
  Home: 'util',
  ArrowRight: 'equipment',
  End: 'equipment',
}

export const panelId = (tab: UnitTab): string => `unit-${tab}`
const tabId = (tab: UnitTab): string => `unit-tab-${tab}`

/** Tabs of a unit's page; a click or the arrow keys select one. */
export function UnitTabs({ tab, onChoose }: { tab: UnitTab; onChoose: (tab: UnitTab) => void }) {
  const list = useRef<HTMLDivElement>(null)
  const choose = (next: UnitTab): void => {
    onChoose(next)
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus()
  }
  return (
    <div
      ref={list}
      className="tab-list unit-tabs"
      role="tablist"
      aria-label="Of this unit"
      onKeyDown={(event) => {
        const wanted = TAB_OF_KEY[event.key]
        performKey(event, wanted && (() => choose(wanted)))
      }}
    >
      {tabs.map(({ key, words }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={tabId(key)}
          className="muted tab-button"
          aria-selected={tab === key}
          aria-controls={tab === key ? panelId(key) : undefined}
          tabIndex={tab === key ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {words}
        </button>
      ))}
    </div>
  )
}

/** Content of a tab of a unit's page, marked as the panel of its tab for screen readers. */
export function UnitTabPanel({ tab, children }: { tab: UnitTab; children: React.ReactNode }) {
  return (
    <div role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)} className="stack">
      {children}
    </div>
  )
}
