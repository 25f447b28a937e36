import { Link } from 'react-router'
import { classesOf, type Looks } from './button.tsx'

type ButtonLinkProps = Looks & Omit<React.ComponentProps<typeof Link>, 'className'>

/** Link to another page that looks like a button. */
export function ButtonLink({ primary, plain, icon, className, ...link }: ButtonLinkProps) {
  return <Link {...link} className={classesOf({ primary, plain, icon, className })} />
}

/** Link that downloads a file from the server, and looks like a button. */
export const DownloadLink = ({ href, children }: { href: string; children: React.ReactNode }) => (
  <a className={classesOf({})} href={href} download>
    {children}
  </a>
)

/** Link that opens a page of the server in a new tab, and looks like a button. */
export const PageLink = ({ href, label, children }: { href: string; label: string; children: React.ReactNode }) => (
  <a className={classesOf({})} href={href} aria-label={label} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
)
