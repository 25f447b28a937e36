import { useEffect } from 'react'
import { applyTheme } from '../scope/preferences.ts'

/** Switches the page to the light theme while it is printed, since canvases do not follow styles for print. */
export function useLightPaper(): void {
  useEffect(() => {
    const print = matchMedia('print')
    const begin = (): void => {
      document.documentElement.dataset.theme = 'light'
    }
    const end = (): void => applyTheme()
    const change = (): void => (print.matches ? begin() : end())
    print.addEventListener('change', change)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      print.removeEventListener('change', change)
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
}
