import { useTitle } from '../../lib/title.ts'
import { InvalidRequest } from './invalid-request.tsx'

/** An address that leads nowhere. */
export function NotFoundPage() {
  useTitle('Invalid request')
  return <InvalidRequest />
}
