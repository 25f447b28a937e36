import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export type Theme = 'dark' | 'light'

interface Preferences {
  theme: Theme
  /** The wide window's left sidebar; a narrow one starts without it. */
  treeOpen: boolean
  /** Tree keys (`o-1`) folded by hand. */
  folded: string[]
  setTheme: (theme: Theme) => void
  setTreeOpen: (open: boolean) => void
  setFolded: (folded: string[]) => void
}

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      theme: 'dark',
      treeOpen: true,
      folded: [],
      setTheme: (theme) => {
        document.documentElement.dataset.theme = theme
        set({ theme })
      },
      setTreeOpen: (treeOpen) => set({ treeOpen }),
      setFolded: (folded) => set({ folded }),
    }),
    { name: 'millwatch.preferences', version: 0 },
  ),
)
