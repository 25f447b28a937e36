import { Link, type LinkProps } from 'react-router'
import { useIsDisplay } from './display.ts'

type PlaceLinkProps = Pick<LinkProps, 'className' | 'title' | 'children'> & { to: string }

/** Link to a unit or machine; on a kiosk display, plain text. */
export function PlaceLink({ to, ...rest }: PlaceLinkProps) {
  return useIsDisplay() ? <span {...rest} /> : <Link to={to} {...rest} />
}
