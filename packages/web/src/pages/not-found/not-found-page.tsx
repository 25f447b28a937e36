import { useTitle } from '../../lib/title.ts'
import { InvalidRequest } from './invalid-request.tsx'

/** Page for an unknown address. */
export function NotFoundPage() {
  useTitle('Invalid request')
  return <InvalidRequest />
}
