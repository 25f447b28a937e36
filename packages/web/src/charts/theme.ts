import { useMemo, useSyncExternalStore } from 'react'

/**
 * Calls the listener when the theme or the user's shift colours change. Both are attributes of the page's root
 * element.
 */
function onColoursChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style'] })
  return () => observer.disconnect()
}

const lookNow = (): string =>
  `${document.documentElement.dataset.theme ?? 'dark'} ${document.documentElement.style.cssText}`

const NAMES = [
  'panel',
  'measure',
  'line',
  'text',
  'text-2',
  'text-3',
  'no-data',
  'cycle-time',
  'temperature',
  'analog',
  'shift-1',
  'shift-2',
  'shift-3',
  'running-area',
  'down-area',
  'offline-area',
  'powered-off-area',
] as const
export type Colours = Record<(typeof NAMES)[number], string> & {
  /** Key of this set of colours; it changes when any colour changes. */
  theme: string
}

function read(look: string): Colours {
  const style = getComputedStyle(document.documentElement)
  const entries = NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])
  return { ...(Object.fromEntries(entries) as Record<(typeof NAMES)[number], string>), theme: look }
}

/**
 * Returns the colours of the current theme as CSS text, for canvases, which cannot use CSS variables. It renders again when
 * the theme or the user's shift colours change.
 */
export function useColours(): Colours {
  const look = useSyncExternalStore(onColoursChange, lookNow)
  return useMemo(() => read(look), [look])
}
