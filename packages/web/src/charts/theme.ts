import { useMemo, useSyncExternalStore } from 'react'

/**
 * Calls the listener when the theme or the user's shift colours change, which are attributes of the page's root element. Returns
 * the function that ends this.
 */
function onColoursChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style'] })
  return () => observer.disconnect()
}

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

/**
 * Returns the theme and the colours that the user has chosen, as one text. Other styles of the root element do not count: an open
 * dialog stops it from scrolling.
 */
function lookNow(): string {
  const { dataset, style } = document.documentElement
  return [dataset.theme ?? 'dark', ...NAMES.map((name) => style.getPropertyValue(`--${name}`))].join(' ')
}

let latest: Colours | undefined

/**
 * Returns the colours of a look (`lookNow`), which are only read again when the look changes. They are read from an element,
 * since a variable has the colours of both themes.
 */
function read(look: string): Colours {
  if (latest?.theme === look) return latest
  const probe = document.documentElement.appendChild(document.createElement('i'))
  const style = getComputedStyle(probe)
  const entries = NAMES.map((name) => {
    probe.style.color = `var(--${name})`
    return [name, style.color]
  })
  probe.remove()
  latest = { ...(Object.fromEntries(entries) as Record<(typeof NAMES)[number], string>), theme: look }
  return latest
}

/**
 * Returns the colours of the current theme as CSS text, for canvases, which cannot use CSS variables. It renders again when
 * the theme or the user's shift colours change.
 */
export function useColours(): Colours {
  const look = useSyncExternalStore(onColoursChange, lookNow)
  return useMemo(() => read(look), [look])
}
