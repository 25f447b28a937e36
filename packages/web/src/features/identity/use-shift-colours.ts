import { useEffect } from 'react'
import type { User } from './user.ts'

const shifts = [1, 2, 3] as const

/** Default colour of each shift; `ui/tokens.css` has the same colours. */
export const productColours = { 1: '#c77b2b', 2: '#6b9c36', 3: '#3f78c9' } as const

/**
 * Sets the person's shift colours as CSS variables `--shift-1` to `--shift-3` of the whole page. The variable of a shift without
 * a chosen colour is removed, so that the default applies.
 */
export function useShiftColours(chosen: User['shiftColors'] | undefined): void {
  useEffect(() => {
    const { style } = document.documentElement
    for (const shift of shifts) {
      const colour = chosen?.[shift]
      if (colour === undefined) style.removeProperty(`--shift-${shift}`)
      else style.setProperty(`--shift-${shift}`, colour)
    }
  }, [chosen])
}
