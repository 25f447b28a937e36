import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Theme of a page. */
export type ShownTheme = 'dark' | 'light'
/** Theme that a person chooses; `system` follows the setting of the computer. */
export type Theme = ShownTheme | 'system'

interface Preferences {
  theme: Theme
  /** Theme of the user as last received from the server; null: take over the next one. */
  toldTheme: Theme | null | undefined
  /** True when the left sidebar is open in a wide window; in a narrow one it starts closed. */
  treeOpen: boolean
  /** Keys of tree nodes (`o-1`) folded by hand. */
  folded: string[]
  setTheme: (theme: Theme) => void
  /**
   * Takes over the theme stored on the server when it changed there; a choice made in this browser is kept otherwise.
   */
  receiveTheme: (theme: Theme) => void
  setTreeOpen: (open: boolean) => void
  setFolded: (folded: string[]) => void
}

const KEPT_AS = 'millwatch.preferences'

export const usePreferences = create<Preferences>()(
  persist(
    (set, get) => ({
      theme: 'dark',
      toldTheme: undefined,
      treeOpen: true,
      folded: [],
      setTheme: (theme) => {
        set({ theme })
        applyTheme()
      },
      receiveTheme: (theme) => {
        const { toldTheme: serverTheme, setTheme } = get()
        if (serverTheme !== undefined && serverTheme !== theme) setTheme(theme)
        set({ toldTheme: theme })
      },
      setTreeOpen: (treeOpen) => set({ treeOpen }),
      setFolded: (folded) => set({ folded }),
    }),
    { name: KEPT_AS, version: 0 },
  ),
)

const lightSystem = matchMedia('(prefers-color-scheme: light)')

/** Returns the theme that the chosen one gives at this moment. */
function shownTheme(): ShownTheme {
  const { theme } = usePreferences.getState()
  if (theme !== 'system') return theme
  return lightSystem.matches ? 'light' : 'dark'
}

/** Gives the page the chosen theme. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = shownTheme()
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = usePreferences.subscribe(listener)
  lightSystem.addEventListener('change', listener)
  return () => {
    unsubscribe()
    lightSystem.removeEventListener('change', listener)
  }
}

/** Returns the theme of the page; the component is rendered again when the choice or the computer changes it. */
export const useShownTheme = (): ShownTheme => useSyncExternalStore(subscribe, shownTheme)

// Another setting of the computer applies at once, also on the pages before the sign-in.
lightSystem.addEventListener('change', () => {
  if (usePreferences.getState().theme === 'system') applyTheme()
})

// A choice in one window applies to all windows.
window.addEventListener('storage', ({ key }) => {
  if (key !== KEPT_AS) return
  void usePreferences.persist.rehydrate()
  applyTheme()
})
