import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export type Theme = 'dark' | 'light'

interface Preferences {
  theme: Theme
  /** The person's theme as this browser last heard of it; null: take it over at the next hearing. */
  toldTheme: Theme | null | undefined
  /** The wide window's left sidebar; a narrow one starts without it. */
  treeOpen: boolean
  /** Tree keys (`o-1`) folded by hand. */
  folded: string[]
  setTheme: (theme: Theme) => void
  /** Hears the theme that the server keeps for the person: it wins where it was changed since, not over a choice made here. */
  hearTheme: (theme: Theme) => void
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
      hearTheme: (theme) => {
        const { toldTheme, setTheme } = get()
        if (toldTheme !== undefined && toldTheme !== theme) setTheme(theme)
        set({ toldTheme: theme })
      },
      setTreeOpen: (treeOpen) => set({ treeOpen }),
      setFolded: (folded) => set({ folded }),
    }),
    { name: KEPT_AS, version: 0 },
  ),
)

// What is chosen in one window holds in all of them.
window.addEventListener('storage', ({ key }) => {
  if (key !== KEPT_AS) return
  void usePreferences.persist.rehydrate()
  document.documentElement.dataset.theme = usePreferences.getState().theme
})
