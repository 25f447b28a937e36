import { useMemo, useSyncExternalStore } from 'react'

function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

const themeName = (): string => document.documentElement.dataset.theme ?? 'dark'

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
  'shift-1',
  'shift-2',
  'shift-3',
] as const
export type Colours = Record<(typeof NAMES)[number], string> & { theme: string }

function read(theme: string): Colours {
  const style = getComputedStyle(document.documentElement)
  const entries = NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])
  return { ...(Object.fromEntries(entries) as Record<(typeof NAMES)[number], string>), theme }
}

/** The colours of the theme in force, for what is painted rather than styled. */
export function useColours(): Colours {
  const theme = useSyncExternalStore(onThemeChange, themeName)
  return useMemo(() => read(theme), [theme])
}
