import { useCallback } from 'react'
import { useNavigate } from 'react-router'

/**
 * Returns query parameters as text that people can read: slashes and commas are not escaped, a blank value has no `=`:
 * `hidesidebar&tz=America/Chicago`.
 */
export const addressText = (search: URLSearchParams): string =>
  search
    .toString()
    .replaceAll('%2F', '/')
    .replaceAll('%2C', ',')
    .replace(/=(?=&|$)/g, '')

/** Returns the parameters of an address that follow from its present ones. */
type AddressChange = (present: URLSearchParams) => URLSearchParams

/**
 * Returns a function that changes the query parameters of the address without a history entry. It starts from the address as
 * it is now, not as it was last rendered, so that two quick changes both count.
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
