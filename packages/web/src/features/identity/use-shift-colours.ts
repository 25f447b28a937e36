import { useEffect } from 'react'
import type { User } from './user.ts'

const shifts = [1, 2, 3] as const

/** Default colours of the shifts, as in `ui/tokens.css`. */
export const productColours = { 1: '#c77b2b', 2: '#3e9b6e', 3: '#3f78c9' } as const

/** Applies the user's shift colours to the page; shifts without a chosen colour have the default. */
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
