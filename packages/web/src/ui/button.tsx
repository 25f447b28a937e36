export interface Looks {
  /** True for the main action of a form or dialog. */
  primary?: boolean | undefined
  /** True for an action that removes or revokes something. */
  danger?: boolean | undefined
  /** True for a button without a border. */
  plain?: boolean | undefined
  /** True for a button that shows an icon only; it needs a name (`aria-label`). */
  icon?: boolean | undefined
  /** Classes for the place of the button on the page. */
  className?: string | undefined
}

/** Returns the CSS classes of a button, or of a link that looks like one. */
export const classesOf = ({ primary, danger, plain, icon, className }: Looks): string =>
  [
    'button',
    primary && 'button-primary',
    danger && 'button-primary button-danger',
    plain && 'button-plain',
    icon && 'button-icon',
    className,
  ]
    .filter(Boolean)
    .join(' ')

type ButtonProps = Looks & Omit<React.ComponentProps<'button'>, 'className'>

/** Button with the looks of the product; it submits no form, unless its `type` is `submit`. */
export function Button({ primary, danger, plain, icon, className, ...button }: ButtonProps) {
  return <button type="button" {...button} className={classesOf({ primary, danger, plain, icon, className })} />
}
