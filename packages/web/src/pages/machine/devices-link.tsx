import { Link, useSearchParams } from 'react-router'

interface DevicesLinkProps {
  className?: string
  title?: string
  children: React.ReactNode
}

/** Opens the devices of the machine beside its page, which stays as it is. */
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
