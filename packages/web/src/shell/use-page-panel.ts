import { useInAddress } from '../lib/use-in-address.ts'
import { type Subject, useSubject } from '../scope/subject.ts'
import { type Submenu, submenus } from './page-menu-panels.ts'

interface PagePanel {
  readonly open: Submenu | undefined
  /** Opens the panel of a submenu; undefined closes it. */
  readonly show: (name: string | undefined) => void
}

/** Returns the submenu with this name if the machine or unit on screen has it; undefined for any other name or page. */
const submenuOf = (name: string | null, subject: Subject | undefined): Submenu | undefined =>
  subject && submenus.find((submenu) => submenu.name === name && submenu.isFor(subject))

/**
 * Returns the submenu whose panel is open beside the page, undefined for none, and a function that opens another or closes it
 * (undefined). The name of the panel is in the address, `?panel=schedule`.
 */
export function usePagePanel(): PagePanel {
  const subject = useSubject()
  const [name, show] = useInAddress('panel')
  return { open: submenuOf(name, subject), show }
}
