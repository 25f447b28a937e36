import { Link, type LinkProps } from 'react-router'
import { useIsDisplay } from './display.ts'

type PlaceLinkProps = Pick<LinkProps, 'className' | 'title' | 'children'> & { to: string }

/** Link to the page of a unit or machine; plain text on a kiosk display. */
export function PlaceLink({ to, ...rest }: PlaceLinkProps) {
  return useIsDisplay() ? <span {...rest} /> : <Link to={to} {...rest} />
}
