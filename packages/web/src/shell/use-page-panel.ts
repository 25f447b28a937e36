import { useSearchParams } from 'react-router'
import { useSubject } from '../scope/subject.ts'
import { type Submenu, submenuOf } from './page-menu-panels.ts'

/** The panel beside the page is in the address: `?panel=schedule`. */
const NAME = 'panel'

interface PagePanel {
  readonly open: Submenu | undefined
  /** Opens a submenu's panel, or closes the one that is open. */
  readonly show: (name: string | undefined) => void
}

export function usePagePanel(): PagePanel {
  const subject = useSubject()
  const [search, setSearch] = useSearchParams()
  const show = (name: string | undefined): void =>
    setSearch(
      (known) => {
        const next = new URLSearchParams(known)
        if (name === undefined) next.delete(NAME)
        else next.set(NAME, name)
        return next
      },
      { replace: true },
    )
  return { open: submenuOf(search.get(NAME), subject), show }
}
