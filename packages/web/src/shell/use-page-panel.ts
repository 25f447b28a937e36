import { useInAddress } from '../lib/use-in-address.ts'
import { useSubject } from '../scope/subject.ts'
import { type Submenu, submenuOf } from './page-menu-panels.ts'

interface PagePanel {
  readonly open: Submenu | undefined
  /** Opens a submenu's panel, or closes the one that is open. */
  readonly show: (name: string | undefined) => void
}

/** The panel beside the page is in the address: `?panel=schedule`. */
export function usePagePanel(): PagePanel {
  const subject = useSubject()
  const [name, show] = useInAddress('panel')
  return { open: submenuOf(name, subject), show }
}
