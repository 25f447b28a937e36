import { useEffect } from 'react'

/** Sets the title of the browser's tab to `<name> | Millwatch`; undefined: `Millwatch`. */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    document.title = name === undefined ? 'Millwatch' : `${name} | Millwatch`
  }, [name])
}
