import { useQuery } from '@tanstack/react-query'
import { userQuery } from '../features/identity/queries.ts'
import { ApiError } from '../lib/api.ts'
import { Shell } from '../shell/shell.tsx'
import { Notice } from '../ui/notice.tsx'
import { Themed } from './themed.tsx'

/** Everything that needs someone signed in. A 401 has led to the sign-in by itself. */
export function SignedIn() {
  const { data: user, error, refetch } = useQuery(userQuery)
  if (user !== undefined) {
    return (
      <Themed>
        <Shell user={user} />
      </Themed>
    )
  }
  if (error === null || (error instanceof ApiError && error.status === 401)) return null
  return (
    <main>
      <Notice
        alert
        whole
        title="Millwatch cannot be reached"
        ways={
          <button type="button" className="button button-primary" onClick={() => void refetch()}>
            Try again
          </button>
        }
      >
        {error.message}. Nothing is lost: machines are heard whether or not anyone looks.
      </Notice>
    </main>
  )
}
