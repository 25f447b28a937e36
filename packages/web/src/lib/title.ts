import { useEffect } from 'react'

/** `<name> | Millwatch` while this page is shown. */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    document.title = name === undefined ? 'Millwatch' : `${name} | Millwatch`
  }, [name])
}
