import { useCallback } from 'react'
import { useNavigate } from 'react-router'

/** Returns parameters as text; slashes, commas and flags stay readable: `hidesidebar&tz=America/Chicago`. */
export const addressText = (search: URLSearchParams): string =>
  search
    .toString()
    .replaceAll('%2F', '/')
    .replaceAll('%2C', ',')
    .replace(/=(?=&|$)/g, '')

/** Returns the parameters of an address that follow from its present ones. */
type AddressChange = (present: URLSearchParams) => URLSearchParams

/**
 * Returns a function that changes the parameters of the address without a history entry. It starts from the address as
 * it is, not as it was last rendered: on a slow machine a second click comes before the first one is rendered, and
 * would undo it.
 */
export function useChangeAddress(): (change: AddressChange) => void {
  const navigate = useNavigate()
  return useCallback(
    (change) => {
      const search = addressText(change(new URLSearchParams(location.search)))
      void navigate({ search }, { replace: true, preventScrollReset: true })
    },
    [navigate],
  )
}
