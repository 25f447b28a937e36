import { useTitle } from '../../lib/title.ts'
import { InvalidRequest } from './invalid-request.tsx'

/** Page for an address that no route matches. */
export function NotFoundPage() {
  useTitle('Invalid request')
  return <InvalidRequest missing="page" />
}
