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

/** Function that returns the new query parameters of an address for its present ones. */
type AddressChange = (present: URLSearchParams) => URLSearchParams

/**
 * Options of a change of the address. With `leavesEntry`, the back button of the browser leads to the address before the change.
 */
interface ChangeOptions {
  readonly leavesEntry?: boolean
}

/**
 * Returns a function that changes the query parameters of the address, without a history entry unless `leavesEntry` is set. It
 * starts from the address as it is now, not as it was last rendered, so that of two quick changes none is lost.
 */
export function useChangeAddress(): (change: AddressChange, options?: ChangeOptions) => void {
  const navigate = useNavigate()
  return useCallback(
    (change, { leavesEntry = false } = {}) => {
      const search = addressText(change(new URLSearchParams(location.search)))
      void navigate({ search }, { replace: !leavesEntry, preventScrollReset: true })
    },
    [navigate],
  )
}
