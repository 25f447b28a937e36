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
