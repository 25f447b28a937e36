import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export type Theme = 'dark' | 'light'

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
        document.documentElement.dataset.theme = theme
        set({ theme })
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

// A choice in one window applies to all windows.
window.addEventListener('storage', ({ key }) => {
  if (key !== KEPT_AS) return
  void usePreferences.persist.rehydrate()
  document.documentElement.dataset.theme = usePreferences.getState().theme
})
