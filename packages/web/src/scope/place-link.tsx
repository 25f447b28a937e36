import { Link, type LinkProps } from 'react-router'
import { useIsDisplay } from './display.ts'

type PlaceLinkProps = Pick<LinkProps, 'className' | 'title' | 'children'> & { to: string }

/** A link to a unit or machine; on a kiosk display, from which no way leads elsewhere, its words alone. */
export function PlaceLink({ to, ...rest }: PlaceLinkProps) {
  return useIsDisplay() ? <span {...rest} /> : <Link to={to} {...rest} />
}
