import { useEffect } from 'react'

/** Sets the document title to `<name> | Millwatch` while the page is shown. */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    document.title = name === undefined ? 'Millwatch' : `${name} | Millwatch`
  }, [name])
}
