import { Link } from 'react-router'

interface Looks {
  /** True for the main action of a form or dialog. */
  primary?: boolean | undefined
  /** True for a button without a border. */
  plain?: boolean | undefined
  /** True for a button that shows an icon only; it needs a name (`aria-label`). */
  icon?: boolean | undefined
  /** Classes for the place of the button on the page. */
  className?: string | undefined
}

const classesOf = ({ primary, plain, icon, className }: Looks): string =>
  ['button', primary && 'button-primary', plain && 'button-plain', icon && 'button-icon', className]
    .filter(Boolean)
    .join(' ')

type ButtonProps = Looks & Omit<React.ComponentProps<'button'>, 'className'>

/** Button of the browser in the looks of the product; it submits no form, unless its type says so. */
export function Button({ primary, plain, icon, className, ...button }: ButtonProps) {
  return <button type="button" {...button} className={classesOf({ primary, plain, icon, className })} />
}

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
