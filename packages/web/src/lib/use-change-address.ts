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

/** `leavesEntry`: the way back of the browser leads to the address before the change. */
interface ChangeOptions {
  readonly leavesEntry?: boolean
}

/**
 * Returns a function that changes the query parameters of the address, without a history entry unless told otherwise. It
 * starts from the address as it is now, not as it was last rendered, so that two quick changes both count.
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
