import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Theme of a page. */
export type ShownTheme = 'dark' | 'light'
/** Theme that a person chooses; `system` follows the setting of the computer. */
export type Theme = ShownTheme | 'system'

interface Preferences {
  theme: Theme
  /** Theme of the user as last received from the server; undefined before the first, null to take over the next one. */
  serverTheme: Theme | null | undefined
  /** True if the left sidebar is open in a wide window. In a narrow one it is closed at first. */
  treeOpen: boolean
  /** Keys of tree nodes (`o-1`) folded by hand. */
  folded: string[]
  setTheme: (theme: Theme) => void
  /**
   * Sets the theme received from the server if it is another than the last received one; so a choice made in this browser stays
   * until the theme changes on the server. The first one ever received is only noted.
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
      serverTheme: undefined,
      treeOpen: true,
      folded: [],
      setTheme: (theme) => {
        set({ theme })
        applyTheme()
      },
      receiveTheme: (theme) => {
        const { serverTheme, setTheme } = get()
        if (serverTheme !== undefined && serverTheme !== theme) setTheme(theme)
        set({ serverTheme: theme })
      },
      setTreeOpen: (treeOpen) => set({ treeOpen }),
      setFolded: (folded) => set({ folded }),
    }),
    { name: KEPT_AS, version: 0 },
  ),
)

const lightSystem = matchMedia('(prefers-color-scheme: light)')

/** Returns the theme of the page now: the chosen one, or for `system` that of the computer's setting. */
function shownTheme(): ShownTheme {
  const { theme } = usePreferences.getState()
  if (theme !== 'system') return theme
  return lightSystem.matches ? 'light' : 'dark'
}

/** Sets the chosen theme on the page. */
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

/** Returns the theme of the page. The component is rendered again when the choice or the setting of the computer changes it. */
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
