import { useMemo, useSyncExternalStore } from 'react'

/** The theme, and the shift colours of the person, which stand on the page itself. */
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
  /** Another one wherever any colour is another. */
  theme: string
}

function read(look: string): Colours {
  const style = getComputedStyle(document.documentElement)
  const entries = NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])
  return { ...(Object.fromEntries(entries) as Record<(typeof NAMES)[number], string>), theme: look }
}

/** The colours of the theme in force, for what is painted rather than styled. */
export function useColours(): Colours {
  const look = useSyncExternalStore(onColoursChange, lookNow)
  return useMemo(() => read(look), [look])
}
