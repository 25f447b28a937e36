import { useEffect } from 'react'
import type { User } from './user.ts'

const shifts = [1, 2, 3] as const

/** Default colour of each shift, equal to those of `ui/tokens.css`. */
export const productColours = { 1: '#c77b2b', 2: '#6b9c36', 3: '#3f78c9' } as const

/** Sets the person's shift colours as CSS variables of the whole page; a shift without a chosen colour gets the default. */
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
