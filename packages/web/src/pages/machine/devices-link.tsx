import { Link, useSearchParams } from 'react-router'

interface DevicesLinkProps {
  className?: string
  title?: string
  children: React.ReactNode
}

/** Link that opens the devices panel beside the present page of a machine. */
export function DevicesLink({ children, ...look }: DevicesLinkProps) {
  const [search] = useSearchParams()
  const beside = new URLSearchParams(search)
  beside.set('panel', 'devices')
  return (
    <Link to={`?${beside}`} preventScrollReset {...look}>
      {children}
    </Link>
  )
}
